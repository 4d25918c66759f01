import "./survival.test.ts";
