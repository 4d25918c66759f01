import type { SentCall, SentTurn } from "../../answer/wire.ts";
import type { GatewayError } from "../../failures.ts";
import type { ContentPart, JsonObject } from "../../model-call/respond-call.ts";
import type { Taken } from "../../model-call/taken.ts";
import {
  missedTools,
  nameOfTool,
  namesIncluded,
  refuseWithout,
  saysSomething,
} from "../reading/left-out.ts";

type OwnContent = Pick<SentCall, "conversation" | "tools" | "toolChoice" | "passThrough">;

/** What of the caller's own wire an upstream is not sent. */
export interface LeftOut {
  readonly names: readonly string[];
  /** Those of the names without which the answer would be invented. */
  readonly missed: readonly string[];
}

const nothing: LeftOut = { names: [], missed: [] };

/** `taken` is what this upstream is sent of that wire: nothing where it is absent. */
export function leftOutOf(call: OwnContent, taken: Taken | undefined): LeftOut {
  const { passThrough } = call;
  if (passThrough === undefined) return nothing;
  const fields = fieldsLeftOut(passThrough.fields, taken);
  const tools = (passThrough.tools ?? []).filter((tool) => taken?.tools.includes(tool) !== true);
  const blocks = blocksLeftOut(call, taken);
  const choice = passThrough.fields["tool_choice"];
  const isForced = choice !== undefined && taken?.fields.has("tool_choice") !== true;
  const hosted = [...tools.map(nameOfTool), ...fields.filter((name) => name === "mcp_servers")];
  return {
    names: [
      ...tools.map(nameOfTool),
      ...fields,
      ...toolFieldsLeftOut(call, taken),
      ...blocks.map(({ name }) => name),
      ...betasLeftOut(passThrough.headers, taken),
      ...(taken?.without ?? []),
    ],
    missed: [
      ...(isForced && tools.length > 0 ? ["tool_choice"] : []),
      ...missedTools({
        leftOut: hosted,
        hasOthers: call.tools.length + (taken?.tools.length ?? 0) > 0,
        isCallable: call.toolChoice !== "none",
      }),
      ...blocks.filter(({ isInput }) => isInput).map(({ name }) => name),
    ],
  };
}

/** Notices about parameters speak of these, where a provider has none like them. */
const neutral: ReadonlySet<string> = new Set(["thinking", "tool_choice"]);

function fieldsLeftOut(fields: JsonObject, taken: Taken | undefined): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (neutral.has(name) || taken?.fields.has(name) || !saysSomething(value)) return [];
    if (name === "include") return namesIncluded(value);
    if (name !== "output_config") return [name];
    const { effort: _, ...others } = Object(value);
    return Object.keys(others).map((each) => `output_config.${each}`);
  });
}

function toolFieldsLeftOut({ tools }: OwnContent, taken: Taken | undefined): string[] {
  return tools.flatMap((tool) =>
    Object.keys(tool.own ?? {})
      .filter((name) => taken?.takesToolField(tool, name) !== true)
      .map((name) => `tools.${name}`),
  );
}

interface LeftBlock {
  readonly name: string;
  /** What the caller shows the model, not what the tools of a vendor have left in the conversation. */
  readonly isInput: boolean;
}

const shown: ReadonlySet<unknown> = new Set([
  "image",
  "document",
  "search_result",
  "container_upload",
]);

/** What the model has done itself, what came of it, and what stands for all that went before. */
const seen: ReadonlySet<unknown> = new Set(["computer_call", "computer_call_output", "compaction"]);

function blocksLeftOut({ conversation }: OwnContent, taken: Taken | undefined): LeftBlock[] {
  const left: LeftBlock[] = [];
  for (const turn of conversation)
    for (const each of contentOf(turn)) {
      const part = each.type === "text" ? each.cites : each;
      if (part?.type !== "foreign" || part.words !== undefined || taken?.takesBlock(part)) continue;
      left.push({
        name: `${part.place} (${part.block["type"]})`,
        isInput: isInput(turn, part.block),
      });
    }
  return left;
}

function isInput(turn: SentTurn, { type }: JsonObject): boolean {
  const isUsers = turn.type === "message" && turn.role === "user";
  return (isUsers && shown.has(type)) || seen.has(type);
}

function betasLeftOut(
  headers: Readonly<Record<string, string>>,
  taken: Taken | undefined,
): string[] {
  const sent = headers["anthropic-beta"];
  if (sent === undefined) return [];
  return sent
    .split(",")
    .map((beta) => beta.trim())
    .filter((beta) => beta !== "" && taken?.betas.includes(beta) !== true)
    .map((beta) => `anthropic-beta (${beta})`);
}

/** Refuses what no upstream that may answer is sent, in the words of every gateway. */
export function refuseMissed(missed: Iterable<string>): GatewayError {
  const names = [...missed];
  if (names.some((name) => name.endsWith("(compaction)")))
    return refuseWithout(
      names,
      "Ask a model of the provider that has compacted the conversation, or send the items that the compaction stands for.",
    );
  return refuseWithout(
    names,
    "Leave it out, or use a provider that speaks this format; one that charges for it takes it where the operator has a price for it (price.tools), or with a credential of your own (BYOK).",
  );
}

export function contentOf(turn: SentTurn): readonly ContentPart[] {
  if (turn.type === "message") return turn.content;
  return turn.type === "result" ? turn.output : [];
}
