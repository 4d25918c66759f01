import "./chat.ts";
