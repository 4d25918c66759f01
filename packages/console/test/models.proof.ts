import "./models.test.ts";
