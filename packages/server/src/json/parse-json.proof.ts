import "./parse-json.test.ts";
