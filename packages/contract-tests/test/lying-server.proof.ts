import "./lying-server.slow.test.ts";
