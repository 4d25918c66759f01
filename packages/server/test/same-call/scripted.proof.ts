import "./scripted.test.ts";
