import "./stock-tools-generators.slow.test.ts";
