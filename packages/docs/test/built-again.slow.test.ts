import { expect, it } from "vitest";
import { siteFiles } from "../src/site.ts";
import { builtSite } from "./built-site.ts";

it("the site is the same, byte for byte, when it is built again", async () => {
  const { files } = await builtSite();
  const again = new Map((await siteFiles()).map(({ path, content }) => [path, content]));
  for (const { path, content } of files) expect(again.get(path), path).toEqual(content);
  expect(again.size).toBe(files.length);
});
