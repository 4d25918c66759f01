import "./left-out.test.ts";
