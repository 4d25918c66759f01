import "./ledger.test.ts";
