import "./money-properties.test.ts";
