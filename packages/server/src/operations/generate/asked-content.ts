import type { ContentPart, RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { contentOf } from "@portico/core/wires/messages/left-out-of";

export type AskedContent = Pick<
  RespondCall,
  "instructions" | "conversation" | "tools" | "textFormat" | "passThrough"
>;

/** All texts of a request, as upstreams will read them. */
export interface InputTexts {
  readonly said: readonly string[];
  /** Tools and the form of the answer, as JSON. */
  readonly defined: readonly string[];
  readonly length: number;
  /** Tokens that dialects put around each message, part, call, result and tool. */
  readonly wrappingTokens: number;
  /** Tokens of white space where an upstream shows the model formatted JSON; they have no byte here. */
  readonly layoutTokens: number;
}

const tokensPerTurn = 16;
const tokensPerPart = 8;
/** A call may have to be described in words, and its tool be declared although the request no longer has it. */
const tokensPerCall = 48;
const tokensPerTool = 16;
/** A new line, its indentation and a space. */
const tokensPerValue = 4;

export function textsOf(asked: AskedContent): InputTexts {
  const said = [asked.instructions ?? ""];
  const names = new Map<string, string>();
  let wrappingTokens = tokensPerTurn + asked.tools.length * tokensPerTool;
  let layoutTokens = 0;
  for (const turn of asked.conversation) {
    const texts = textsOfTurn(turn);
    said.push(...labelsOf(turn, names), ...texts);
    wrappingTokens += tokensOfTurn(turn);
    if (turn.type !== "message") layoutTokens += sumOf(texts, growthOf);
  }
  const defined = definitionsOf(asked);
  layoutTokens += sumOf(defined, layoutOf);
  const length = sumOf([...said, ...defined], (text) => text.length);
  return {
    said: said.filter((text) => text !== ""),
    defined,
    length,
    wrappingTokens,
    layoutTokens,
  };
}

/** Models see names and ids where these are the only link between a call and its result. */
function labelsOf(turn: Turn, names: Map<string, string>): readonly string[] {
  if (turn.type === "message" || turn.type === "thought") return [];
  if (turn.type === "call") names.set(turn.callId, turn.name);
  return [names.get(turn.callId) ?? "", turn.callId];
}

function definitionsOf({ tools, textFormat, passThrough }: AskedContent): string[] {
  return [
    ...(tools.length > 0 ? [JSON.stringify(tools)] : []),
    ...definitionsIn(passThrough),
    ...(textFormat?.type === "json_schema" ? [JSON.stringify(textFormat)] : []),
  ];
}

/** Headers never reach a model, nor does how much it is to think. */
function definitionsIn(passThrough: AskedContent["passThrough"]): string[] {
  const { fields: all = {}, tools = [] } = passThrough ?? {};
  const { thinking: _thinking, output_config: _config, ...fields } = all;
  const isEmpty = Object.keys(fields).length === 0 && tools.length === 0;
  return isEmpty ? [] : [JSON.stringify({ fields, tools })];
}

/** A vendor counts the thought inside a carrier, which has at most as many tokens as the carrier has characters. */
function textsOfTurn(turn: Turn): readonly string[] {
  if (turn.type === "call") return [turn.arguments];
  if (turn.type === "thought") return [turn.text, turn.carrier?.data ?? ""];
  return contentOf(turn).map(textOfPart);
}

function tokensOfTurn(turn: Turn): number {
  return turn.type === "call"
    ? tokensPerCall
    : tokensPerTurn + contentOf(turn).length * tokensPerPart;
}

function textOfPart(part: ContentPart): string {
  if (part.type === "text")
    return part.cites === undefined ? part.text : part.text + JSON.stringify(part.cites.block);
  if (part.type === "foreign") return JSON.stringify(part.block);
  return part.type === "file" ? (part.data ?? "") : "";
}

/** Several dialects and chat templates parse JSON and write it again. */
function layoutOf(text: string): number {
  return isJson(text) ? marksIn(text).values * tokensPerValue : 0;
}

/** The digits of `1e20`, which is written out where it was parsed on the way. */
const digitsOfExponent = 22;

function growthOf(text: string): number {
  if (!isJson(text)) return 0;
  const { values, exponents } = marksIn(text);
  return values * tokensPerValue + exponents * digitsOfExponent;
}

/** One pass over the characters, without an object per find, because a text may have millions. */
function marksIn(text: string): { readonly values: number; readonly exponents: number } {
  let values = 0;
  let exponents = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x2c || code === 0x7b || code === 0x5b) values += 1;
    else if ((code | 0x20) === 0x65 && isExponent(text, index)) exponents += 1;
  }
  return { values, exponents };
}

function isExponent(text: string, index: number): boolean {
  const after = text.charCodeAt(index + 1) === 0x2b ? index + 2 : index + 1;
  return isDigit(text.charCodeAt(index - 1)) && isDigit(text.charCodeAt(after));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function sumOf(texts: readonly string[], measure: (text: string) => number): number {
  return texts.reduce((sum, text) => sum + measure(text), 0);
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}
