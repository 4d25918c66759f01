import { expect, it } from "vitest";
import { readMasterKeys } from "./master-key.ts";
import { createVectorSeals } from "./vector-seal.ts";

const first = "q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5";
const second = "A8s7D6f5G4h3J2k1L0z9X8c7V6b5N4m3";
const seals = createVectorSeals(readMasterKeys(first));
const vector = [Buffer.from("[0.1,"), Buffer.from("-0.2]")];

it("a sealed vector opens byte for byte, on every node with the same master key", () => {
  const name = seals.nameOf("w1", "hello");
  const sealed = seals.seal("w1", name, vector);
  const node = createVectorSeals(readMasterKeys(first));
  expect(node.nameOf("w1", "hello")).toEqual(name);
  expect(node.open("w1", name, sealed)?.toString()).toBe("[0.1,-0.2]");
  expect(sealed.includes("0.1")).toBe(false);
});

it("it opens for no other workspace, input or master key, and not after a change", () => {
  const name = seals.nameOf("w1", "hello");
  const sealed = seals.seal("w1", name, vector);
  const rotated = createVectorSeals(readMasterKeys(`${second},${first}`));
  expect(seals.open("w2", name, sealed)).toBeNull();
  expect(seals.open("w1", seals.nameOf("w1", "hallo"), sealed)).toBeNull();
  expect(rotated.open("w1", name, sealed)).toBeNull();
  expect(rotated.nameOf("w1", "hello")).not.toEqual(name);
  expect(seals.nameOf("w2", "hello")).not.toEqual(name);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(seals.open("w1", name, changed)).toBeNull();
  }
  expect(seals.open("w1", name, sealed.subarray(0, 10))).toBeNull();
});
