import "./keys.test.ts";
