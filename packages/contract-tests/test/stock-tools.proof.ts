import "./stock-tools.slow.test.ts";
