import "./requests.slow.test.ts";
