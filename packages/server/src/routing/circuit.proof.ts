import "./circuit.test.ts";
