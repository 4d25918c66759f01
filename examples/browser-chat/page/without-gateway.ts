import "./answers-in-the-page.ts";
import "./chat.ts";
