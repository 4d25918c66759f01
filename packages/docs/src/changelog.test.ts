import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { changelogMarkdown, releases } from "./changelog.ts";
import { feed } from "./feed.ts";

const shared = "- abc1234: **Added: models**\n  \n  - One.\n  - Two.";
const files = {
  ".changeset/many.md":
    '---\n"@portico/server": minor\n---\n\n**Fixed**\n\n- A fault.\n\n**Added**\n\n- Three.\n',
  ".changeset/one.md": '---\n"@portico/client": patch\n---\n\nA change\nin two lines.\n',
  "packages/client/CHANGELOG.md": `# @portico/client\n\n## 0.10.0\n\n*2026-12-01*\n\n### Minor Changes\n\n${shared}\n\n### Patch Changes\n\n- Updated dependencies [abc1234]\n  - @portico/core@1.0.1\n`,
  "packages/server/CHANGELOG.md": `# @portico/server\n\n## 0.10.0\n\n*2026-12-01*\n\n### Minor Changes\n\n${shared}\n- def5678: Quicker.\n\n## 0.9.0\n\n*2026-11-24*\n\n- **Security**\n  \n  - Keys <are> hashed.\n`,
};

function project<T>(contents: Readonly<Record<string, string>>, use: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), "portico-changelog-"));
  try {
    for (const [path, text] of Object.entries(contents)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

it("has each version, newest first, with its changes by category, and a shared one once", () => {
  expect(changelogMarkdown(project(files, releases))).toBe(
    [
      ...["## Not yet released", "", "### Added", "", "**Gateway**", "", "- Three.", ""],
      ...["### Changed", "", "**@portico/client**", "", "- A change in two lines.", ""],
      ...["### Fixed", "", "**Gateway**", "", "- A fault.", ""],
      ...["## 0.10.0", "", "*2026-12-01*", ""],
      ...["### Added", "", "**Gateway, @portico/client: models**", "", "- One.\n- Two.", ""],
      ...["### Changed", "", "**Gateway**", "", "- Quicker.", ""],
      ...["## 0.9.0", "", "*2026-11-24*", ""],
      ...["### Security", "", "**Gateway**", "", "- Keys <are> hashed.", ""],
    ].join("\n"),
  );
});

it("refuses a category that readers do not know", () => {
  const note = '---\n"@portico/server": minor\n---\n\n**Improved**\n\n- All.\n';
  expect(() => project({ ".changeset/one.md": note }, releases)).toThrow(/category Improved/);
});

it("has a feed of what is released, whose ids are the same for good", () => {
  const all = project(files, releases);
  const content = String(feed(all).content);
  const ids = (text: string) => [...text.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
  expect(ids(content)).toEqual([
    "urn:uuid:a39f379f-22e5-84d8-8214-598f1a29d6d8",
    "urn:uuid:09efeade-e31c-8dfe-8716-9ee69d0ad2e9",
    "urn:uuid:012b1ac6-9054-8f8d-8941-608768eedc38",
  ]);
  expect(ids(String(feed(all.slice(-1)).content))).toEqual([ids(content)[0], ids(content)[2]]);
  expect(content).toContain("<updated>2026-12-01T00:00:00Z</updated>\n<entry>");
  expect(content).toContain('href="changelog.html#0-9-0"');
  expect(content).toContain("Keys &amp;lt;are&amp;gt; hashed.");
  expect(content).not.toContain("Three.");
});
