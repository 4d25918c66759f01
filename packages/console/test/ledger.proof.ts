import "./ledger.slow.test.ts";
