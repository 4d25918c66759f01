import "./equal.test.ts";
