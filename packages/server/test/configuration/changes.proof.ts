import "./changes.slow.test.ts";
