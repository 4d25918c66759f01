import "./audit.test.ts";
