import "./slow-readers.slow.test.ts";
