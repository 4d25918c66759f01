import "./scenarios.test.ts";
