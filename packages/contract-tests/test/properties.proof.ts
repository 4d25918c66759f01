import "./properties.test.ts";
