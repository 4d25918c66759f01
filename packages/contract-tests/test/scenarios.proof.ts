import "./scenarios.slow.test.ts";
