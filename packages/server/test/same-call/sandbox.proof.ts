import "./sandbox.test.ts";
