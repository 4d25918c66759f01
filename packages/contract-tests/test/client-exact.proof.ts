import "./client-exact.slow.test.ts";
