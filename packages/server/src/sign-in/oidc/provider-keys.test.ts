import { expect, it } from "vitest";
import { createProviderKeys } from "./provider-keys.ts";

const published = (...kids: string[]) => Response.json({ keys: kids.map((kid) => ({ kid })) });

function providerKeys() {
  const reads: PromiseWithResolvers<Response>[] = [];
  let nowMs = 0;
  const fetch = () => {
    const reading = Promise.withResolvers<Response>();
    reads.push(reading);
    return reading.promise;
  };
  const find = createProviderKeys(fetch, () => nowMs);
  return {
    reads,
    find: (kid: string) => find("https://provider.test/keys", kid),
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

it("two messages at once share one reading of the keys, and both find theirs", async () => {
  const { reads, find, wait } = providerKeys();
  const first = find("a");
  wait(5_000);
  const second = find("a");
  for (const reading of reads) reading.resolve(published("a"));
  expect(await Promise.all([first, second])).toEqual([{ kid: "a" }, { kid: "a" }]);
  expect(reads).toHaveLength(1);
});

it("a key that is not known is asked for once a second at most", async () => {
  const { reads, find, wait } = providerKeys();
  const first = find("a");
  reads[0]?.resolve(published("a"));
  expect(await first).toEqual({ kid: "a" });
  expect(await find("b")).toBeNull();
  wait(1_000);
  const again = find("b");
  reads[1]?.resolve(published("a", "b"));
  expect(await again).toEqual({ kid: "b" });
  expect(reads).toHaveLength(2);
});

it("keys that cannot be read fail the messages that wait for them, and are read again later", async () => {
  const { reads, find, wait } = providerKeys();
  const both = [find("a"), find("a")];
  reads[0]?.reject(new Error("away"));
  for (const one of await Promise.allSettled(both)) expect(one.status).toBe("rejected");
  wait(1_000);
  const later = find("a");
  reads[1]?.resolve(published("a"));
  expect(await later).toEqual({ kid: "a" });
});
