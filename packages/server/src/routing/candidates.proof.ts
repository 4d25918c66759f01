import "./candidates.test.ts";
