import "./budgets.test.ts";
