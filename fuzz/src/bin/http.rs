#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kosti_fuzz::http(data));
