import "./bounds.test.ts";
