import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changelogMarkdown } from "./changelog.ts";

it("a waiting note of one change is a line, and one with lists is a section", () => {
  const root = mkdtempSync(join(tmpdir(), "portico-changelog-"));
  try {
    mkdirSync(join(root, ".changeset"));
    const notes = {
      "many.md": '---\n"@portico/server": minor\n---\n\n**Added**\n\n- One.\n- Two.\n',
      "one.md": '---\n"@portico/client": patch\n---\n\nA change\nin two lines.\n',
    };
    for (const [name, text] of Object.entries(notes))
      writeFileSync(join(root, ".changeset", name), text);
    expect(changelogMarkdown(root)).toBe(
      [
        "## Not yet released",
        "",
        "- `@portico/client`: A change in two lines.",
        "",
        "### `@portico/server`",
        "",
        "**Added**\n\n- One.\n- Two.",
        "",
      ].join("\n"),
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
