import "./app/answers-in-the-page.ts";

// Modules beside each other do not wait for each other, so the page is imported when the handlers are ready.
await import("./main.tsx");
