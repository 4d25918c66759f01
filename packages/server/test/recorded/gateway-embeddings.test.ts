import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { embed } from "./gateway-caller.ts";
import { configurationFor, type Served } from "./gateway-configuration.ts";
import { isEmbeddingsApi, readVectors } from "./readers/embeddings.ts";
import { at, itemsAt, textAt } from "./readers/reading.ts";
import { absence, hasRecordings, readRecordings, recordedChunks } from "./recording.ts";
import { type ReplayServer, startReplayServer } from "./replay-server.ts";

const statuses: Readonly<Record<number, number>> = { 400: 400, 401: 500, 404: 404 };

const recordings = hasRecordings ? readRecordings() : [];
const embeddings = configurationFor(recordings, "http://127.0.0.1:9").served.filter(
  ({ recording }) => isEmbeddingsApi(recording.api),
);
const answered = embeddings.filter(({ recording }) => recording.response.status === 200);
const refused = embeddings.filter(({ recording }) => recording.response.status !== 200);

describe.skipIf(!hasRecordings)(
  `recorded embeddings through the whole gateway ${hasRecordings ? "" : absence}`,
  () => {
    let upstream: ReplayServer;
    let gateway: TestGateway;

    beforeAll(async () => {
      upstream = await startReplayServer();
      gateway = await startTestGateway({ yaml: configurationFor(recordings, upstream.url).yaml });
    });

    afterAll(async () => {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    });

    const ask = async (
      { recording, model }: Served,
      inputs: number,
      encoding: "float" | "base64",
    ) => {
      upstream.play({ recording, pieces: recordedChunks(recording), breaks: false });
      const asked = { api: gateway.api, key: gateway.own.ordinary, model };
      return await embed(asked, inputs, encoding);
    };

    it("serves every recording of vectors that is not listed as uncovered", () => {
      expect(embeddings.length).toBeGreaterThan(0);
    });

    it.each(answered)("are those of $file, as numbers and as base64", async (served) => {
      const { vectors, inputTokens } = readVectors(served.recording);
      const numbers = await ask(served, vectors.length, "float");
      expect(numbers.status).toBe(200);
      const data = itemsAt(numbers.body, "data");
      // What came as float32 is written with as many digits as it takes to be the same float32.
      const rounded = vectors.flat().every((value) => Math.fround(value) === value);
      const written = data.map((item) => itemsAt(item, "embedding").map(Number));
      expect(rounded ? written.map((vector) => vector.map(Math.fround)) : written).toEqual(vectors);
      expect(data.map((item) => at(item, "index"))).toEqual(vectors.map((_, place) => place));
      if (inputTokens !== undefined)
        expect(at(numbers.body, "usage", "prompt_tokens")).toBe(inputTokens);

      const base64 = await ask(served, vectors.length, "base64");
      expect(
        itemsAt(base64.body, "data").map((item) => float32(textAt(item, "embedding"))),
      ).toEqual(vectors.map((vector) => vector.map(Math.fround)));
    });

    it.each(refused)("are refused as in $file", async (served) => {
      const { status } = served.recording.response;
      const isBadKey = /API key not valid/.test(served.recording.response.body);
      const reply = await ask(served, 1, "float");
      expect(reply.status).toBe(isBadKey ? 500 : statuses[status]);
      expect(at(reply.body, "error", "code")).toBe(reply.status);
    });
  },
);

function float32(base64: string): readonly number[] {
  const bytes = Buffer.from(base64, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}
