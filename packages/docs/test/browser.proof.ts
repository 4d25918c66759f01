import "./browser.slow.test.ts";
