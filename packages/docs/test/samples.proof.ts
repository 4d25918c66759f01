import "./samples.slow.test.ts";
