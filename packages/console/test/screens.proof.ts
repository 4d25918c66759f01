import "./screens.test.ts";
