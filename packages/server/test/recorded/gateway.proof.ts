import "./gateway.test.ts";
