import "./models.slow.test.ts";
