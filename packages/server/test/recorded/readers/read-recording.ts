import { bodyBytes, type Recording } from "../recording.ts";
import { readAnthropic } from "./anthropic.ts";
import { readConverse, readConverseStream, readInvoke, readInvokeStream } from "./bedrock.ts";
import { readChat } from "./chat.ts";
import { readCohere } from "./cohere.ts";
import { readGemini } from "./gemini.ts";
import { readOllama } from "./ollama.ts";
import type { Reading } from "./reading.ts";
import { readResponses } from "./responses.ts";

const readers: Readonly<Record<string, (body: string, bytes: Buffer) => Reading>> = {
  "openai.chat": readChat,
  "mistral.chat": readChat,
  "openai.responses": readResponses,
  "anthropic.messages": readAnthropic,
  "gemini.generateContent": readGemini,
  "gemini.streamGenerateContent": readGemini,
  "cohere.chat.v2": readCohere,
  "ollama.chat": readOllama,
  "bedrock.converse": readConverse,
  "bedrock.converse-stream": (_body, bytes) => readConverseStream(bytes),
  "bedrock.invoke": readInvoke,
  "bedrock.invoke-with-response-stream": (_body, bytes) => readInvokeStream(bytes),
};

export function isTextApi(api: string): boolean {
  return Object.hasOwn(readers, api);
}

/** The whole answer of a recording of text, by an independent reading of its bytes. */
export function readRecording(recording: Recording): Reading {
  const { status } = recording.response;
  if (status < 200 || status >= 300) return { text: "", calls: [], errorStatus: status };

  const bytes = bodyBytes(recording);
  return readPrefix(recording, bytes);
}

/** The same of only the first part of it, cut between two events. */
export function readPrefix(recording: Recording, bytes: Buffer): Reading {
  const reader = readers[recording.api];
  if (reader === undefined) throw new Error(`There is no reader for ${recording.api}.`);

  return reader(bytes.toString("utf8"), bytes);
}
