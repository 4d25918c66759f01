import "./read-floats.test.ts";
