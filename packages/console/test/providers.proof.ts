import "./providers.slow.test.ts";
