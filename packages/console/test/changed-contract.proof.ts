import "./changed-contract.slow.test.ts";
