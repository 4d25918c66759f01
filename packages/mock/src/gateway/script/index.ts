/**
 * Scripts: what calls of models meet, as plain data, and the journal of what came in. A world holds its script
 * (`world.data.script`, made by `readScript`); a gateway with the option `direct: playScript` plays it.
 */

export { checkModels } from "../world/models.ts";
export type { Asked, AskedResult } from "./asked.ts";
export { entriesLike, entriesOf, Journal, type JournalEntry, type Like } from "./journal.ts";
export { nameOf, playScript } from "./play.ts";
export { readScript } from "./read-script.ts";
export type { Rule, Script, ScriptedReply, ScriptState, When, WireName } from "./script.ts";
export { travel } from "./travel.ts";
