// Files and the clipboard.

/**
 * Gives a file to the user.
 * @param {string} name
 * @param {Blob | string} content
 */
export function download(name, content) {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Puts text on the clipboard; the old way where the page may not use the new one.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

/**
 * Lets the user choose a text file.
 * @returns {Promise<string | null>}
 */
export function openFile() {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.txt,.json,text/plain';
    input.addEventListener('change', async () => resolve(input.files?.[0] ? await input.files[0].text() : null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/**
 * A word of a command line, quoted where a shell would read it otherwise.
 * @param {string} word
 */
export function quoted(word) {
  return /^[\w.,:=/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
