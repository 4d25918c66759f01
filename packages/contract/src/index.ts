export { loadDocument } from "./document.ts";
export * from "./facts.ts";
