import "./budgets.slow.test.ts";
