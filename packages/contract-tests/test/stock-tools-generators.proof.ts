import "./stock-tools-generators.test.ts";
