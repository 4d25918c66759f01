export interface Gate {
  readonly name: string;
  readonly what: string;
  readonly command: readonly [string, ...string[]];
  readonly advice: string;
  /** What it found is worth reading even where nothing fails. */
  readonly tells?: true;
}

/** Every gate of `pnpm check`; all run at the same time, so none may write what another reads. */
export const gates: readonly Gate[] = [
  {
    name: "biome",
    what: "format, syntax rules, sizes",
    command: ["biome", "check", "--error-on-warnings", "--no-errors-on-unmatched"],
    advice: "`pnpm biome check --write` repairs most of it; a size rule wants the code split.",
  },
  {
    name: "oxlint",
    what: "rules that need types",
    command: ["oxlint", "--type-aware", "--deny-warnings"],
    advice: "Await or handle the promise, cover the missing case; see the rule's name for more.",
  },
  {
    name: "types",
    what: "TypeScript over all packages",
    command: ["tsc", "-b"],
    advice: "If spec/ changed, these are the places that the change reaches: make each follow it.",
  },
  {
    name: "unused",
    what: "files, exports and dependencies that nobody uses",
    // What git ignores is read too: the request handlers use what nothing else does.
    command: ["knip", "--no-progress", "--no-config-hints", "--no-gitignore"],
    advice:
      "Delete what nobody uses, or export it where it is used. Entry points stand in knip.json.",
  },
  {
    name: "spec",
    what: "Redocly's recommended-strict over spec/, its scenarios included",
    command: ["redocly", "lint", "portico", "spec/scenarios/*.yaml"],
    advice: "Repair the named file in spec/. Rules are not switched off here.",
  },
  {
    name: "clauses",
    what: "the contract is what the clauses say, and every example fits",
    command: [
      "vitest",
      "run",
      "--project=contract",
      "--reporter=default",
      "packages/contract/test/clauses.test.ts",
      "packages/contract/test/examples.test.ts",
    ],
    advice: "Each finding says which file of spec/ to repair.",
  },
  {
    name: "generated",
    what: "packages/*/src/generated is what spec/ gives",
    command: ["node", "scripts/generate.ts", "--check"],
    advice: "Run `pnpm generate` and commit what it wrote.",
  },
  {
    name: "breaking",
    what: "changes since the last released contract",
    command: ["node", "scripts/breaking.ts"],
    advice:
      "Keep the old form beside the new one; or, if callers must change, list the change with its reason in spec/releases/allowed-breaking.yaml.",
    tells: true,
  },
  {
    name: "borders",
    what: "who may import whom",
    command: ["node", "scripts/borders.ts"],
    advice: "The table is scripts/borders/rooms.ts, and is shown in docs/architecture.md.",
  },
  {
    name: "size",
    what: "hand-written lines of each package and room",
    command: ["node", "scripts/size.ts"],
    advice:
      "Call, merge or delete instead; else raise the ceiling in scripts/borders/ceilings.ts and say in the commit what it buys. A ceiling that is too high: node scripts/size.ts --write.",
  },
];
