import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { decodeBody } from "./decode-body.ts";

const megabyte = 1024 * 1024;
const maxBytes = 20 * megabyte;

it.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("decodes %s up to a megabyte, however small it was sent", async (encoding, compress) => {
  const raw = compress(Buffer.alloc(megabyte, "a"));
  expect(raw.length).toBeLessThan(2_000);
  expect(await decodeBody(raw, encoding, maxBytes)).toHaveLength(megabyte);
});

it.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])(
  "refuses a body that %s would make more than a hundred times as large",
  async (encoding, compress) => {
    const raw = compress(Buffer.alloc(3 * megabyte, "a"));
    expect(raw.length).toBeLessThan(0.02 * megabyte);
    await expect(decodeBody(raw, encoding, maxBytes)).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining("100 times what was sent"),
    });
  },
);

it("decodes a large conversation with many repeats, as most have", async () => {
  const turn = (index: number) =>
    `{"role":"user","content":"Question ${index}: what follows from ${index * 7919}? Answer briefly, as before."},`;
  const body = Buffer.from(Array.from({ length: 50_000 }, (_, index) => turn(index)).join(""));
  const raw = gzipSync(body, { level: 9 });
  expect(await decodeBody(raw, "gzip", maxBytes)).toEqual(body);
});

it("says that a body is too large where only its size is wrong", async () => {
  const raw = gzipSync(Buffer.alloc(3_000, "a"));
  await expect(decodeBody(raw, "gzip", 2_000)).rejects.toMatchObject({
    status: 413,
    message: "The request body is larger than 2000 bytes.",
  });
});
