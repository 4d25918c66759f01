import "./stock-tools.test.ts";
