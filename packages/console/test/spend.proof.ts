import "./spend.slow.test.ts";
