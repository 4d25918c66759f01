import "./states.slow.test.ts";
