import "./mock.test.ts";
