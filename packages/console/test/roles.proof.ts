import "./roles.test.ts";
