import "./survival.slow.test.ts";
