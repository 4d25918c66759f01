import "./lying-server.test.ts";
