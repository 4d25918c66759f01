import type { Diff } from "api-smart-diff";
import type { Difference } from "./changes.ts";
import { type Subject, value } from "./describe.ts";
import type { Place } from "./place.ts";

/** The same change as a caller meets it: what requests may or must hold, what replies may hold. */
export function forCallers({ diff, place, subject, text }: Difference): string {
  const { keys, operation } = place;
  if (operation !== undefined && keys.length === 3) {
    const address = `\`${keys[2]?.toUpperCase()} ${keys[1]}\``;
    if (diff.action === "add") return `${address} is new.`;
    return diff.action === "remove" ? `${address} is gone.` : `${text}.`;
  }
  return ofPart(diff, place, subject) ?? ofSchema(diff, place, subject) ?? `${text}.`;
}

/** Parts of an operation that are no schemas, by the list that they stand in. */
const parts: Readonly<Record<string, readonly [added: string, removed: string]>> = {
  securitySchemes: ["%s is another way to say who calls.", "%s no longer says who calls."],
  responses: ["Status %s may now come.", "Status %s comes no more."],
  headers: ["Replies may now carry the header %s.", "Replies no longer carry the header %s."],
  content: ["%s is now possible.", "%s is no longer possible."],
};

function ofPart(diff: Diff, { keys, inSchema }: Place, { inside }: Subject): string | undefined {
  if (inSchema !== undefined || diff.action === "rename") return undefined;
  if (keys.slice(-2).includes("parameters")) return ofParameters(diff);
  const list = keys[1] === "securitySchemes" && keys.length === 3 ? keys[1] : (inside.at(-2) ?? "");
  const name = keys.at(-1) ?? "";
  const [added, removed] = parts[list] ?? [];
  const sentence = diff.action === "add" ? added : removed;
  return sentence?.replace("%s", list === "responses" ? name : `\`${name}\``);
}

function ofParameters({ action, before, after }: Diff): string {
  const changed = [after ?? before].flat();
  const names = changed
    .map((parameter) => `\`${value(parameter).replace(/^"|"$/g, "")}\``)
    .join(", ");
  if (action !== "add") return `Requests no longer take the parameter ${names}.`;
  const isRequired = changed.some((parameter) => Object(parameter).required === true);
  return `${isRequired ? "You must now send" : "Requests may now carry"} the parameter ${names}.`;
}

/**
 * `EmbeddingsRequest.models` and not `EmbeddingsRequest.oneOf.1.models`, whose branch says nothing to a caller; `date` and
 * not `listActivity, date [preview]`, which is shown with its operation.
 */
function nameIn(subject: string): string {
  const name = subject
    .replaceAll(/\.(?:oneOf|anyOf|allOf)(?:\.\d+)?/g, "")
    .replace(/^\w+, (?:reply \w+|request body)?/, "")
    .replace(/^ ?\[\w+\]\.?|^\.| \[\w+\]/, "");
  return name === "" ? "the body" : `\`${name}\``;
}

type Change = Pick<Diff, "action" | "before" | "after">;

function ofSchema(diff: Diff, place: Place, { subject, inside }: Subject): string | undefined {
  const keyword = inside.at(-1) ?? "";
  const list = inside.at(-2) ?? "";
  const isReply = place.side === "reply";
  const name = nameIn(subject);
  if (list === "properties") return ofProperty(diff, name, isReply);
  if (list === "required") return ofRequired(diff, subject, isReply);
  if (/^\d+$/.test(keyword)) return ofEntry(diff, list, name, isReply);
  return ofBound(diff, keyword, name, isReply) ?? ofType(diff, keyword, name, isReply);
}

function ofProperty({ action }: Change, name: string, isReply: boolean): string | undefined {
  if (action === "add")
    return isReply ? `Replies may now hold ${name}.` : `Requests may now hold ${name}.`;
  if (action !== "remove") return undefined;
  return isReply ? `Replies no longer hold ${name}.` : `Requests no longer take ${name}.`;
}

function ofRequired({ action, before, after }: Change, subject: string, isReply: boolean) {
  const name = nameIn(`${subject}.${String(after ?? before)}`);
  if (action === "add")
    return isReply ? `Replies always hold ${name}.` : `You must now send ${name}.`;
  if (action !== "remove") return undefined;
  return isReply ? `Replies may leave out ${name}.` : `You may leave out ${name}.`;
}

function ofEntry({ action, before, after }: Change, list: string, name: string, isReply: boolean) {
  if (!["enum", "oneOf", "anyOf", "type"].includes(list)) return undefined;
  const where = isReply ? "In replies" : "In requests";
  const what = `\`${value(after ?? before)}\``;
  if (action === "add") return `${where}, ${name} may now be ${what}.`;
  return action === "remove" ? `${where}, ${name} is no longer ${what}.` : undefined;
}

const bounds: Readonly<Record<string, string>> = {
  minimum: "at least",
  maximum: "at most",
  minLength: "at least, in characters,",
  maxLength: "at most, in characters,",
  minItems: "at least, in items,",
  maxItems: "at most, in items,",
  minProperties: "at least, in fields,",
  maxProperties: "at most, in fields,",
};

function ofBound(
  { action, before, after }: Change,
  keyword: string,
  name: string,
  isReply: boolean,
) {
  const [measure, unit = ""] = (bounds[keyword] ?? "").split(", in ");
  if (!measure) return undefined;
  const plural = unit.replace(",", "");
  const amount = (of: unknown): string =>
    `${measure} ${Number(of).toLocaleString("en")} ${of === 1 ? plural.replace(/s$/, "") : plural}`.trim();
  if (action === "remove") return `${name} no longer has to be ${amount(before)}.`;
  if (after === undefined) return undefined;
  const was = before === undefined ? "" : `; it was ${amount(before)}`;
  const verb = unit === "" ? "be" : "have";
  return isReply
    ? `In replies, ${name} has ${amount(after)}${was}.`
    : `${name} must ${verb} ${amount(after)}${was}.`;
}

function ofType(
  { action, before, after }: Change,
  keyword: string,
  name: string,
  isReply: boolean,
) {
  const where = isReply ? "In replies" : "In requests";
  if (action === "replace") {
    if (keyword === "type") return `${where}, ${name} is ${words(after)}; it was ${words(before)}.`;
    return `${where}, the ${keyword} of ${name} is \`${value(after)}\`; it was \`${value(before)}\`.`;
  }
  if (keyword === "default" && action === "remove")
    return `${where}, ${name} has no default in the contract any more.`;
  return undefined;
}

function words(types: unknown): string {
  return [types].flat().join(" or ");
}
