/**
 * What Gemini's types name, read on 27 November 2026 from @google/genai 3.3.0. The library itself is no dependency: its types
 * come with twenty packages more, one of which runs a script at its installation.
 */
const toolTypes = [
  ...["TOOL_TYPE_UNSPECIFIED", "GOOGLE_SEARCH_WEB", "GOOGLE_SEARCH_IMAGE", "URL_CONTEXT"],
  ...["GOOGLE_MAPS", "FILE_SEARCH", "MEDIA_PROCESSING"],
];

/** Each field of `Part`, as an answer may hold it. */
export const partFields: Readonly<Record<string, readonly unknown[]>> = {
  text: ["Rosebud"],
  thought: [true],
  thoughtSignature: ["c2lnbmVk"],
  functionCall: [{ name: "f", args: {} }],
  functionResponse: [{ name: "f", response: { output: "x" } }],
  inlineData: [{ mimeType: "image/png", data: "iVBORw0KGgo=" }],
  fileData: [{ mimeType: "video/mp4", fileUri: "https://files.example.test/1" }],
  executableCode: [{ language: "PYTHON", code: "print(1)" }],
  codeExecutionResult: [{ outcome: "OUTCOME_OK", output: "1" }],
  toolCall: toolTypes.map((toolType) => ({ id: "t", toolType, args: {} })),
  toolResponse: toolTypes.map((toolType) => ({ id: "t", toolType, response: {} })),
  audioTranscription: [{ text: "Hi", finished: true }],
  mediaResolution: [{ level: "MEDIA_RESOLUTION_LOW" }],
  videoMetadata: [{ fps: 1 }],
  mediaProcessing: ["MEDIA_PROCESSING_UNSPECIFIED"],
  partMetadata: [{ source: "a.txt" }],
  speechMetadata: [{ speaker: "A" }],
};

/** Each `FinishReason`: what callers get for it, or that it fails by its name. */
export const finishReasons: Readonly<Record<string, string>> = {
  STOP: "stop",
  ...asked(["MAX_TOKENS", "CONTINUATION"], "length"),
  ...asked(["SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"]),
  ...asked(["IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION", "MODEL_ARMOR"]),
  ...asked(["ESCALATION"]),
  ...asked(["FINISH_REASON_UNSPECIFIED", "OTHER", "IMAGE_OTHER", "NO_IMAGE"], "fails"),
  ...asked(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"], "fails"),
  ...asked(["MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE", "PUP_LIMITED_DISABLED"], "fails"),
};

/** Each `BlockedReason` of a prompt. */
export const blockReasons: readonly string[] = [
  ...["BLOCKED_REASON_UNSPECIFIED", "SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT"],
  ...["IMAGE_SAFETY", "MODEL_ARMOR", "JAILBREAK"],
];

/** Each field of `Tool` but `functionDeclarations`: kinds that run at the vendor, which no request asks for. */
export const hostedTools: readonly string[] = [
  ...["codeExecution", "computerUse", "enterpriseWebSearch", "exaAiSearch", "fileSearch"],
  ...["googleMaps", "googleSearch", "googleSearchRetrieval", "mcpServers", "parallelAiSearch"],
  ...["retrieval", "urlContext"],
];

function asked(reasons: readonly string[], becomes = "content_filter"): Record<string, string> {
  return Object.fromEntries(reasons.map((reason) => [reason, becomes]));
}
