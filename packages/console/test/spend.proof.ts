import "./spend.test.ts";
