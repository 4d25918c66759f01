import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadMutations } from "../mutation/load-mutations.ts";

const source = join(import.meta.dirname, "../../server/src");

it.each([...loadMutations("contract"), ...loadMutations("judge")])(
  "the server's source has the place of the mutation: $what",
  (mutation) => {
    const path = join(source, mutation.file);
    expect(existsSync(path), `${mutation.file} exists`).toBe(true);
    expect(readFileSync(path, "utf8")).toContain(mutation.search);
  },
);
