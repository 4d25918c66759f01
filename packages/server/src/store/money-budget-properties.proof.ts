import "./money-budget-properties.test.ts";
