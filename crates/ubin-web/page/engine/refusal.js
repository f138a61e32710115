// What an engine says instead of an answer.

/** What an engine refuses, with the place in the text where there is one. */
export class Refusal extends Error {
  /** @param {Partial<import('../core/types.js').Mistake>} error */
  constructor(error) {
    super(error.message ?? 'error');
    this.code = error.code ?? 'error';
    this.mistake = error.mistake ?? null;
    this.field = error.field ?? null;
    this.values = error.values ?? {};
    this.line = error.line ?? null;
    this.column = error.column ?? null;
    this.snippet = error.snippet ?? null;
  }

  /** What the state keeps of it. @returns {import('../core/types.js').Mistake} */
  asMistake() {
    const { message, code, mistake, field, values, line, column, snippet } = this;
    return { message, code, mistake, field, values, line, column, snippet };
  }
}

/** A search that ended before it knew anything. @param {'time' | 'memory' | 'interrupted'} stop @param {string} sentence in English */
export function stopped(stop, sentence) {
  const code = stop === 'interrupted' ? 'interrupted' : 'limit';
  return new Refusal({ code, mistake: 'stopped', values: { stop }, message: `stopped: ${sentence}` });
}

/** The engine does not answer. */
export class Gone extends Error {}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}
