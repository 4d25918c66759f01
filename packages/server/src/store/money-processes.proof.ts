import "./money-processes.slow.test.ts";
