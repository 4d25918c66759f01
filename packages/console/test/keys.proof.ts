import "./keys.slow.test.ts";
