import "./embedding-fail-over.test.ts";
