import "./client-exact.test.ts";
