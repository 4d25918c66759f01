import type { OperationId } from "@portico/contract";
import type { Reply } from "../../src/suite/bench.ts";

type Meaning = readonly [status: number, message: RegExp];

const field = String.raw`[\w.[\]]+`;
const noAddress: Meaning = [400, new RegExp(`^${field} cannot be used: send the content itself`)];
const noProvider: Meaning = [404, /^No provider of .* satisfies this request/];
const noAllowedTool: Meaning = [400, /^tool_choice\.(allowed_tools\.)?tools names no tool that/];

/** Tools of others alone, or a block in another vendor's form: an answer without would be invented. */
const notHandedOn: Meaning = [
  400,
  /^((tool_choice, )?tools \(|web_search_options|messages\[\d+\]).* cannot be handed on, and an answer without would not be what you ask for\. /s,
];

const noCount: readonly Meaning[] = [
  noAddress,
  [400, new RegExp(`^${field} holds .* and no image: send it as`, "s")],
  [400, new RegExp(`^${field} is a data URL of text: send an image in base64`)],
  [400, /^messages\[\d+\]\.content\[\d+\]\.id is used by/],
  [400, /^messages\[\d+\]\.content\[\d+\]\.tool_use_id belongs to/],
  [400, /^tool_choice\.name is .* and tools defines no such tool/s],
];

const noneKept: Meaning = [
  400,
  /^(previous_response_id|input\[\d+\]).*, and the service keeps no responses\. /s,
];

const noResponseCount: readonly Meaning[] = [
  noneKept,
  notHandedOn,
  noAddress,
  [400, /^input\[\d+\]\.arguments must be valid JSON text/],
  [400, /^input\[\d+\]\.call_id (belongs to|is used by)/],
  [400, /^tool_choice\.name is .* and tools defines no such tool/s],
  [400, /needs file_data or file_url/],
  noAllowedTool,
];

const ofKeys: readonly Meaning[] = [
  [400, /^include_byok_in_limit is not supported/],
  [400, new RegExp(`^${field} does not apply to this kind of key`)],
  [400, /^allowed_networks\[\d+\] must be an address or a network/],
];

const ofRaises: readonly Meaning[] = [
  [400, /^raise is required with raise_until/],
  [400, /^raise_until is required with raise/],
  [400, /^raise_until must be in the future/],
];

const fileDecides: Meaning = [409, / decides here: change it where the gateway runs/];

/** The text of a configuration, which no schema reads. */
const ofTexts: readonly Meaning[] = [[400, /^configuration(:\d+:\d+)?: /], fileDecides];
const otherInUse: Meaning = [409, /^Version \d+ of the configuration is in use by now: /];

/** What keeps every schema and still cannot be done, sentence by sentence: no schema can say it. */
const meanings: { readonly [Id in OperationId]?: readonly Meaning[] } = {
  createEmbeddings: [
    noProvider,
    noAddress,
    [400, new RegExp(`^${field} must not be empty`)],
    [400, /^dimensions must be at most 384 for sandbox/],
  ],
  createRerank: [noProvider],
  createSession: [
    [401, /^The API key is not valid/],
    [429, /^Too many attempts to sign in have failed/],
  ],
  createResponse: [noProvider, ...noResponseCount],
  countResponseTokens: noResponseCount,
  compactResponse: [noProvider, ...noResponseCount],
  createChatCompletion: [
    noProvider,
    notHandedOn,
    noAddress,
    [400, /^messages\[\d+\]\.tool_calls\[\d+\]\.function\.arguments must be valid JSON text/],
    [400, /^messages\[\d+\]\.tool_calls\[\d+\]\.id is used by/],
    [400, /^messages\[\d+\]\.tool_call_id belongs to/],
    [400, /^tool_choice\.(function|custom)\.name is .* and tools defines no such tool/s],
    noAllowedTool,
    [400, /^reasoning_effort is .*, and reasoning\.effort is/s],
    [400, /\.file\.file_data is required: files are not kept/],
  ],
  createMessage: [noProvider, notHandedOn, ...noCount, [400, /^thread must be null or left out/]],
  countMessageTokens: noCount,
  createByokCredential: [
    [400, /^secret is required/],
    [400, /^provider must be one of the configured providers/],
  ],
  createWorkspace: [[409, /has that slug already/]],
  updateWorkspace: [[409, /has that slug already/]],
  createApiKey: [
    ...ofKeys,
    [400, /^expires_at must be in the future/],
    [400, /^existing_key (is|begins) /],
    [404, /does not exist/],
  ],
  updateApiKey: ofKeys,
  rotateApiKey: [[409, /^Ten earlier secrets of this key still work/]],
  createBudget: [
    ...ofRaises,
    [400, /^end_user is only for a budget with the scope end_user/],
    [
      400,
      /^tag( is only for a budget| is required with the scope|: the operator has no tag|: a value stands)/,
    ],
    [409, /There is a budget for it already/],
    [404, /does not exist/],
  ],
  updateBudget: ofRaises,
  updateConfiguration: [...ofTexts, otherInUse],
  planConfiguration: [...ofTexts, [400, /^The text has no provider /]],
  activateConfiguration: [fileDecides, otherInUse, [404, /^The version ".*" does not exist/]],
  grantCredits: [[400, /^amount must be less: no more than 9000000 dollars/]],
  checkProvider: [[404, /does not exist/]],
  refundGeneration: [[404, /does not exist/]],
};

export function isRefusedForItsMeaning(id: OperationId, { status, body }: Reply): boolean {
  const message = Reflect.get(Object(Reflect.get(Object(body), "error")), "message");
  return (meanings[id] ?? []).some(
    ([known, words]) => known === status && typeof message === "string" && words.test(message),
  );
}
