import { isProof } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configurationFor, type Served } from "../recorded/gateway-configuration.ts";
import { isTextApi, readRecording } from "../recorded/readers/read-recording.ts";
import { itemsAt, textAt } from "../recorded/readers/reading.ts";
import {
  absence,
  hasRecordings,
  type Recording,
  readRecordings,
  recordedChunks,
} from "../recorded/recording.ts";
import { type ReplayServer, startReplayServer } from "../recorded/replay-server.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { expectSame, masterKey } from "./expect-same.ts";
import type { Question } from "./question.ts";

const all = configurationFor(
  (hasRecordings ? readRecordings() : []).filter(({ api }) => isTextApi(api)),
  "http://127.0.0.1:9",
).served.map(({ recording }) => recording);
/** All recordings take minutes: the proof asks for them. */
const recordings = isProof ? all : [...Map.groupBy(all, formOf).values()].flatMap(firstOf);
const { served } = configurationFor(recordings, "http://127.0.0.1:9");

/** Recordings that agree in this are expected to be read by the same code. */
function formOf({ provider, api, kind, stream }: Recording): string {
  return [provider, api, kind, stream].join(" ");
}

function firstOf(some: readonly Recording[]): readonly Recording[] {
  return some.slice(0, 1);
}

/** A plain answer is asked for as such. */
function withoutForm(body: unknown): unknown {
  const { stream: _, stream_options: _usage, ...asked } = Object(body);
  return asked;
}

/** A dialect that has blocks for the system prompt is sent those that its own wire brought. */
function withPlainSystem(body: unknown): unknown {
  const [block, ...others] = itemsAt(body, "system");
  const text = textAt(block, "text");
  return text !== "" && others.length === 0 ? { ...Object(body), system: text } : body;
}

describe.skipIf(!hasRecordings)(
  `${recordings.length} of ${all.length} recorded answers through the three wires ${hasRecordings ? "" : absence}`,
  () => {
    let upstream: ReplayServer;
    let gateway: TestGateway;

    beforeAll(async () => {
      upstream = await startReplayServer();
      const { yaml } = configurationFor(recordings, upstream.url);
      gateway = await startGateway(yaml, { masterKey });
    });

    afterAll(async () => {
      await gateway.close();
      await upstream[Symbol.asyncDispose]();
    });

    it("are of every dialect and every vendor", () => {
      for (const field of ["api", "provider"] as const) {
        const names = new Set(recordings.map((recording) => recording[field]));
        expect(names).toEqual(new Set(all.map((recording) => recording[field])));
      }
    });

    it.each(served)("are the same: $file", async ({ recording, model }: Served) => {
      const reading = readRecording(recording);
      const pieces = recordedChunks(recording);
      const asked = await expectSame({
        gateway,
        questionFor: () => questionOf(model, reading.calls),
        prepare: () => upstream.play({ recording, pieces, breaks: false }),
        sent: () => withPlainSystem(withoutForm(JSON.parse(upstream.lastBody))),
        upstreamIds: reading.calls.flatMap(({ id }) => id ?? []),
      });
      expect(asked).toHaveLength(6);
    });
  },
);

/** An answer that calls functions which the question does not define is none. */
function questionOf(model: string, calls: readonly { readonly name: string }[]): Question {
  const names = [...new Set(calls.map(({ name }) => name))];
  return {
    ...{ model, maxOutputTokens: 4_000, stop: ["END OF ALL"] },
    turns: [
      { role: "system", text: "Be brief." },
      { role: "user", text: "Hello" },
    ],
    tools: names.map((name) => ({ name, parameters: { type: "object" } })),
    thinking: { maxTokens: 2_000 },
  };
}
