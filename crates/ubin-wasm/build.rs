//! Gives the module a stack as large as a thread's: searches that call themselves go as deep as their solutions.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        println!("cargo:rustc-cdylib-link-arg=-zstack-size={}", 4 << 20);
    }
}
