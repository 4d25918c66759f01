import "./recordings.test.ts";
