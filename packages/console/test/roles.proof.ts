import "./roles.slow.test.ts";
