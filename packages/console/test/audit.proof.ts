import "./audit.slow.test.ts";
