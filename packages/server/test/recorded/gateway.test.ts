import { isProof, someOf } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { eventEnds } from "./events.ts";
import { askPlainly, askStreaming, type Reply } from "./gateway-caller.ts";
import { configurationFor, type Served } from "./gateway-configuration.ts";
import { isTextApi, readPrefix, readRecording } from "./readers/read-recording.ts";
import type { ReadCall, Reading } from "./readers/reading.ts";
import {
  absence,
  bodyBytes,
  hasRecordings,
  type Recording,
  readRecordings,
  recordedChunks,
  singleBytes,
} from "./recording.ts";
import { type ReplayServer, startReplayServer } from "./replay-server.ts";

/** Everything byte by byte and cut after each event takes minutes: the proof does it. */
const mostBytesSingly = isProof ? Number.POSITIVE_INFINITY : 800;
const mostCuts = isProof ? Number.POSITIVE_INFINITY : 2;

/** The caller's error where an upstream refuses: 500 for a mistake of the operator, 529 for a passing state. */
const statuses: Readonly<Record<number, number>> = {
  400: 400,
  401: 500,
  403: 500,
  404: 404,
  422: 400,
  429: 429,
  500: 529,
  502: 529,
  503: 529,
  529: 529,
};

/** Refusals that say in words what their status does not. */
function statusFor({ errorStatus = 500, malformed }: Reading, { response }: Recording): number {
  if (malformed || (errorStatus === 400 && /API key not valid/.test(response.body))) return 500;

  const isUnknownModel = errorStatus === 400 && /model .* does not exist/.test(response.body);
  return isUnknownModel ? 404 : (statuses[errorStatus] ?? 0);
}

const recordings = hasRecordings ? readRecordings() : [];
const text = configurationFor(recordings, "http://127.0.0.1:9").served.filter(({ recording }) =>
  isTextApi(recording.api),
);

describe.skipIf(!hasRecordings)(
  `the whole gateway, replayed ${hasRecordings ? "" : absence}`,
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

    const bothWays = async (
      { recording, model }: Served,
      pieces: readonly Uint8Array[],
      check: (reply: Reply) => void,
      breaks = false,
    ) => {
      const functions = [...new Set(readRecording(recording).calls.map(({ name }) => name))];
      const asked = { api: gateway.api, key: gateway.own.ordinary, model, functions };
      for (const ask of [askPlainly, askStreaming]) {
        upstream.play({ recording, pieces, breaks });
        check(await ask(asked));
        expect(upstream.requests).toBe(1);
      }
    };

    it("serves every recording of text that is not listed as uncovered", () => {
      expect(text.length).toBeGreaterThan(0);
    });

    it.each(text)("answers as $file", async (served) => {
      const reading = readRecording(served.recording);
      await bothWays(served, recordedChunks(served.recording), (reply) => {
        expectReading(reply, reading, served.recording);
      });
    });

    const small = text.filter(({ recording }) => bodyBytes(recording).length <= mostBytesSingly);
    it.each(someOf(small, 3))("answers as $file, byte by byte", async (served) => {
      const reading = readRecording(served.recording);
      await bothWays(served, singleBytes(served.recording), (reply) => {
        expectReading(reply, reading, served.recording);
      });
    });

    const streams = text.filter(
      ({ recording }) => recording.response.status === 200 && eventEnds(recording).length > 1,
    );
    it.each(someOf(streams, 3))("never completes $file where it is cut", async (served) => {
      const { recording } = served;
      const bytes = bodyBytes(recording);
      for (const end of sampled(eventEnds(recording).slice(0, -1))) {
        const start = bytes.subarray(0, end);
        const reading = readPrefix(recording, start);
        const check = (reply: Reply) =>
          reading.errorStatus === undefined || reading.malformed
            ? expectPrefix(reply, reading, end)
            : expectReading(reply, reading, recording);
        await bothWays(served, [start], check, true);
      }
    });
  },
);

function expectReading(reply: Reply, reading: Reading, recording: Recording): void {
  if (reading.errorStatus !== undefined) {
    expectFailure(reply, reading, statusFor(reading, recording));
    return;
  }
  expect([reply.status, reply.failed]).toEqual([200, false]);
  expect(reply.text).toBe(reading.text);
  expect(reply.calls).toEqual(withIds(reading.calls, reply.calls));
  expect(reply.finish).toBe(reading.finish);
  if (reading.usage !== undefined) expect(reply.usage).toEqual(reading.usage);
}

/** An HTTP status before the first content, a failed response after it. */
function expectFailure(reply: Reply, reading: Reading, status: number): void {
  expect(reply.failed).toBe(true);
  if (reply.status === 200) expect(reply.text).toBe(reading.text);
  else expect(reply.status).toBe(status);
}

function expectPrefix(reply: Reply, reading: Reading, end: number): void {
  const where = `cut at byte ${end}`;
  if (reply.failed) {
    expect([200, 529], where).toContain(reply.status);
    expect(reply.status === 200 ? reply.text : reading.text, where).toBe(reading.text);
  } else {
    // The dialect's own end had come already.
    expect(reply.text, where).toBe(reading.text);
    expect(reply.finish, where).toBe(reading.finish);
    expect(reading.finish, where).toBeDefined();
  }
}

/** Calls of upstreams that name none get ids from the gateway. */
function withIds(calls: readonly ReadCall[], given: readonly ReadCall[]): readonly ReadCall[] {
  return calls.map((call, place) => ({ ...call, id: call.id ?? given[place]?.id }));
}

function sampled(ends: readonly number[]): readonly number[] {
  const step = Math.max(1, Math.ceil(ends.length / mostCuts));
  return ends.filter((_, place) => place % step === 0 || place === ends.length - 1);
}
