import "./output-gate.test.ts";
