import "./samples.test.ts";
