import "./providers.test.ts";
