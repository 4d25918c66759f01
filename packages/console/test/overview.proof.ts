import "./overview.slow.test.ts";
