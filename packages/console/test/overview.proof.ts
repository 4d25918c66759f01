import "./overview.test.ts";
