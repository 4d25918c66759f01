import "./json-cursor.test.ts";
