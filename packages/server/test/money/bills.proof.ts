import "./bills.test.ts";
