import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { dropUnreached } from "./drop-unreached.ts";

it("keeps what an entry leads to, modules and declarations each for themselves", () => {
  const folder = mkdtempSync(join(tmpdir(), "portico-reached-"));
  const emitted = {
    "index.js": 'export { a } from "./deep/a.js";',
    "index.d.ts": 'export { a } from "./deep/a.ts"; export type { B } from "./b.ts";',
    "deep/a.js": 'const c = await import("../c.js");',
    "deep/a.d.ts": "export declare const a: 1;",
    "b.js": "export {};",
    "b.d.ts": "export type B = 1;",
    "c.js": "export {};",
    "c.d.ts": "export {};",
    "left.js": 'import "./index.js";',
    "left.d.ts": "export {};",
  };
  for (const [name, text] of Object.entries(emitted)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  dropUnreached(folder, ["index"]);
  const left = readdirSync(folder, { recursive: true }).map(String).toSorted();
  expect(left).toEqual([
    ...["b.d.ts", "c.js", "deep", "deep/a.d.ts", "deep/a.js", "index.d.ts", "index.js"],
  ]);
  rmSync(folder, { recursive: true });
});
