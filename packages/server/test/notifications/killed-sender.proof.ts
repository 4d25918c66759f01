import "./killed-sender.test.ts";
