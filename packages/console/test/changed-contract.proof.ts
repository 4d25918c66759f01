import "./changed-contract.test.ts";
