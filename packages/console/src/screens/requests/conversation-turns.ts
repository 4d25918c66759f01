import { type Fields, fieldsOf, listOf } from "@portico/core/json/shape";

/** What a turn has in it. Texts are strangers': they are shown as texts alone. */
export interface Part {
  readonly kind: "text" | "thought" | "call" | "result" | "media" | "other";
  /** Empty for a thought that is sealed, and for media. */
  readonly text: string;
  /** Of a tool, or the type of what stands for itself. */
  readonly name: string;
}

export interface Turn {
  readonly role: string;
  readonly parts: readonly Part[];
}

/** The turns of a logged request on any of the three wires, with the answer; null where they are no conversation. */
export function turnsOf(request: string, reply: string): readonly Turn[] | null {
  const asked = fieldsOf(jsonOf(request));
  const said = asked["input"] ?? asked["messages"];
  if (said === undefined || !(typeof said === "string" || listOf(said).every(isTurn))) return null;
  const turns = [
    turn("system", partsOf(asked["instructions"] ?? asked["system"])),
    ...(typeof said === "string" ? [turn("user", partsOf(said))] : listOf(said).map(turnOf)),
    ...listOf(fieldsOf(jsonOf(reply))["output"]).map(answerOf),
  ].filter(({ parts }) => parts.length > 0);
  return turns.reduce<readonly Turn[]>(joined, []);
}

/** Inputs of embeddings are texts and numbers. */
function isTurn(value: unknown): boolean {
  const { role, type } = fieldsOf(value);
  return typeof role === "string" || typeof type === "string";
}

/** A thought, a call and the words behind them are one turn. */
function joined(before: readonly Turn[], next: Turn): readonly Turn[] {
  const last = before.at(-1);
  if (last?.role !== next.role) return [...before, next];
  return [...before.slice(0, -1), turn(last.role, [...last.parts, ...next.parts])];
}

function turnOf(value: unknown): Turn {
  const item = fieldsOf(value);
  const { role, content, tool_calls: calls } = item;
  if (typeof role !== "string") return itemOf(item);
  if (role === "tool") return turn(role, [part("result", wordsOf(content), item["tool_call_id"])]);
  const thought = item["reasoning_content"] ?? item["reasoning"];
  return turn(role, [
    ...(typeof thought === "string" && thought !== "" ? [part("thought", thought)] : []),
    ...partsOf(content),
    ...listOf(calls).map(callOf),
  ]);
}

/** What stands between the messages of `/responses`. */
function itemOf(item: Fields): Turn {
  const type = String(item["type"]);
  if (type === "reasoning") {
    const texts = [...listOf(item["summary"]), ...listOf(item["content"])].map(wordsOf);
    return turn("assistant", [part("thought", texts.join("\n\n"))]);
  }
  if (type.endsWith("_output")) {
    const output = part("result", wordsOf(item["output"]), item["call_id"]);
    return turn("tool", [output]);
  }
  if (type.endsWith("_call")) return turn("assistant", [callOf(item)]);
  return turn("assistant", [part("other", pretty(item), type)]);
}

/** An item of an answer, which the log keeps as the gateway has it: the same for each wire. */
function answerOf(value: unknown): Turn {
  const item = fieldsOf(value);
  const { type, text } = item;
  if (type === "message" && typeof text === "string") return turn("assistant", partsOf(text));
  if (type === "call") return turn("assistant", [callOf(item)]);
  if (type === "hosted") return itemOf(fieldsOf(item["item"]));
  if (type !== "thought") return itemOf(item);
  const paragraphs = listOf(item["paragraphs"]).map(wordsOf);
  return turn("assistant", [part("thought", paragraphs.join("\n\n"))]);
}

/** A call of any wire: its name and arguments may stand one level below. */
function callOf(value: unknown): Part {
  const call = fieldsOf(value);
  const named = fieldsOf(call["function"] ?? call["custom"] ?? call);
  const given = named["arguments"] ?? named["input"] ?? named["action"];
  return part("call", pretty(given), named["name"] ?? call["type"]);
}

function partsOf(content: unknown): readonly Part[] {
  if (content === undefined || content === null || content === "") return [];
  return typeof content === "string" ? [part("text", content)] : listOf(content).map(partOf);
}

const mediaTypes = /image|audio|file|document|video/;

function partOf(value: unknown): Part {
  const block = fieldsOf(value);
  const type = String(block["type"]);
  if (type === "thinking") return part("thought", wordsOf(block["thinking"]));
  if (type === "redacted_thinking") return part("thought", "");
  if (type === "tool_use") return callOf(block);
  if (type === "tool_result")
    return part("result", wordsOf(block["content"]), block["tool_use_id"]);
  // A picture may be megabytes of base64, and its address a stranger's: neither is shown or fetched.
  if (mediaTypes.test(type)) return part("media", "", type);
  const text = block["text"] ?? block["refusal"];
  return typeof text === "string" ? part("text", text) : part("other", pretty(value), type);
}

/** The texts of what may be one text, one block, or several. */
function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(wordsOf).join("\n");
  const { type, text } = fieldsOf(value);
  if (typeof text === "string") return text;
  return mediaTypes.test(String(type)) ? `[${String(type)}]` : pretty(value);
}

/** JSON over several lines, also from its text; other texts as they are. */
export function pretty(value: unknown): string {
  const read = typeof value === "string" ? (jsonOf(value) ?? value) : value;
  return typeof read === "string" ? read : (JSON.stringify(read, null, 2) ?? "");
}

function turn(role: string, parts: readonly Part[]): Turn {
  return { role, parts };
}

function part(kind: Part["kind"], text: string, name: unknown = ""): Part {
  return { kind, text, name: String(name) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
