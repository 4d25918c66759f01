import "./screens.slow.test.ts";
