import "./browser.test.ts";
