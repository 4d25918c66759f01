import "./money-processes.test.ts";
