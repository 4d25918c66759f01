/** Everything under one name: `portico.createResponse.reply("429")`. Bundlers take what is used of it. */
export * from "./generated/operations.ts";
export { reset } from "./reset.ts";
export { scenario } from "./scenario.ts";
