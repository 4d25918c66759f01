import "./killed-sender.slow.test.ts";
