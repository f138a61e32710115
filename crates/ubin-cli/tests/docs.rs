//! The examples of the README, the manual and the help texts run, and print what is written there.

#[test]
fn examples_print_what_is_written() {
    trycmd::TestCases::new()
        .default_bin_name("ubin")
        .env("LC_ALL", "C")
        .env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../docs/*.md");
}

/// Every `ubin ...` line in a help text's examples is a command that the program takes.
#[test]
fn examples_of_the_help_texts_run() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let help = |verb: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_ubin")).args(verb).arg("--help").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let verbs: [&[&str]; 13] = [
        &[],
        &["solve"],
        &["check"],
        &["count"],
        &["hint"],
        &["generate"],
        &["generate", "slide"],
        &["compare"],
        &["distances"],
        &["heuristics"],
        &["render"],
        &["tree"],
        &["verify"],
    ];
    let mut ran = 0;
    for verb in verbs {
        let text = help(verb);
        let (_, examples) = text.split_once("Example").expect("every help text has examples");
        for line in examples.lines().map(str::trim).filter(|line| line.starts_with("ubin ")) {
            // Anew for every example: some of them write files.
            write("board.txt", "1 2 3\n4 5 6\n7 - 8\n");
            write("boards.txt", "1 2 3/4 5 6/7 - 8\n1 2 3/4 5 6/- 7 8\n");
            let program = std::path::Path::new(env!("CARGO_BIN_EXE_ubin")).parent().unwrap();
            let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
            let status = std::process::Command::new("sh")
                .args(["-c", line])
                .current_dir(folder.path())
                .env("PATH", path)
                .env("LC_ALL", "C")
                .env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .status()
                .unwrap();
            // 1 is an answer too: the lecture's board cannot be solved.
            assert!(matches!(status.code(), Some(0 | 1)), "{line}: {status}");
            ran += 1;
        }
    }
    assert!(ran >= 30, "{ran} examples");
}
