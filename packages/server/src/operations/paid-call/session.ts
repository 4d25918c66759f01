import { hash } from "node:crypto";
import type { Header, ReadRequest } from "@portico/core/answer/wire";
import type { ContentPart, RespondCall } from "@portico/core/model-call/respond-call";
import { givenName } from "@portico/core/rules/names";
import { readSessionBudget, sessionBudgetHeader } from "@portico/core/rules/session-budget";
import { type Tags, tagsOf } from "@portico/core/rules/tags";
import type { Caller } from "../../caller.ts";
import type { Context } from "../operation.ts";

/** Headers in which clients name the session or the conversation of a request. */
const sessionHeaders = ["x-session-id", "x-claude-code-session-id", "x-session-affinity"] as const;

type SaidTurn = Sent["call"]["conversation"][number];

interface Sent {
  readonly modelId: ReadRequest<unknown>["modelId"];
  readonly session?: string;
  readonly call: Pick<ReadRequest<unknown>["call"], "instructions" | "conversation" | "cacheKey">;
}

/**
 * Names the session of a request, for the choice of its endpoint: a vendor's prompt cache serves only requests to the
 * same place. Where the caller names no session, the beginning of the conversation is used, which every further turn
 * repeats. A session belongs to one workspace: two tenants with the same name for theirs do not share it.
 */
export function sessionOf(
  { modelId, session, call }: Sent,
  header: Header,
  { workspaceId, keyHash }: Pick<Caller, "workspaceId" | "keyHash">,
): string {
  const named = sessionNameOf({ session, call }, header);
  return digest(
    named === undefined
      ? ["begun", keyHash, modelId, ...beginningOf(call)]
      : ["named", workspaceId, named],
  );
}

/** What a caller's own name for the session may stand in, beside the headers. */
interface Naming {
  readonly session?: string | undefined;
  readonly call: Pick<RespondCall, "cacheKey">;
}

/** The session where the caller names one, with which the request is listed, and what it may spend. */
export function spendingSession(context: Context, naming: Naming) {
  const header = (name: string) => context.header(name);
  const sessionId = callerGivenName(sessionNameOf(naming, header));
  const ofKey = context.caller.rights.sessionBudgetNanousd;
  const sessionBudgetNanousd = readSessionBudget(header(sessionBudgetHeader), sessionId, ofKey);
  return { sessionId, sessionBudgetNanousd };
}

function sessionNameOf({ session, call }: Naming, header: Header): string | undefined {
  return firstSaid([session, ...sessionHeaders.map(header), call.cacheKey]);
}

function firstSaid(names: readonly (string | undefined)[]): string | undefined {
  return names.find((name) => name !== undefined && name.trim() !== "");
}

function digest(parts: readonly string[]): string {
  return hash("sha256", JSON.stringify(parts), "hex");
}

/** This many texts and parts are read from each end, so that the work is bounded for any conversation. */
const most = 8;

/** The system's words, and the first turn of the user. */
function beginningOf({ instructions = "", conversation }: Sent["call"]): string[] {
  const first = conversation.findIndex((turn) => isSaidBy(turn, ["user"]));
  const before = first < 0 ? conversation : conversation.slice(0, first);
  const system = before.filter((turn) => isSaidBy(turn, ["system", "developer"]));
  const user = conversation[first];
  return [
    headOf(instructions),
    ...system.slice(0, most).flatMap(partsOf).slice(0, most).map(headOf),
    ...(user === undefined ? [] : endsOf(partsOf(user)).map(excerptOf)),
  ];
}

function isSaidBy(turn: SaidTurn, roles: readonly string[]): boolean {
  return turn.type === "message" && roles.includes(turn.role);
}

function partsOf(turn: SaidTurn): string[] {
  return turn.type === "message" ? turn.content.map(textOf) : [];
}

function textOf(part: ContentPart): string {
  if (part.type === "text") return part.text;
  if (part.type === "foreign") return part.family;
  if (part.type === "image") return part.url;
  return part.data ?? part.url ?? "";
}

function endsOf(parts: readonly string[]): string[] {
  return [...parts.slice(0, most), ...parts.slice(-most)];
}

const length = 2_048;

/** Agents write the time and the state of their work behind the words that stay the same. */
function headOf(text: string): string {
  return text.slice(0, length);
}

/** Both ends: agents put the same preface before each question. */
function excerptOf(text: string): string {
  return `${text.length} ${text.slice(0, length)} ${text.slice(-length)}`;
}

export function callerGivenName(name: string | null | undefined): string | null {
  return givenName(name, (text) => hash("sha256", text, "hex"));
}

/** The tags of a request, where the operator has names for them. */
export function requestTags(context: Context, body: object): Tags | null {
  const { tags: names } = context.gateway.configuration;
  if (names.length === 0) return null;
  return tagsOf(names, { header: context.header("x-tags"), body }, callerGivenName);
}
