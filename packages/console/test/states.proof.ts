import "./states.test.ts";
