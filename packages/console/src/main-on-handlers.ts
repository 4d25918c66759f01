import "./app/answers-in-the-page.ts";
import "./main.tsx";
