import "./hostile.test.ts";
