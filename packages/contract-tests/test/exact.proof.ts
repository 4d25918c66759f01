import "./exact.test.ts";
