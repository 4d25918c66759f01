/**
 * @typedef {object} Verb
 * @property {string} help
 * @property {readonly string[]} command what the pinned Node is given; the caller's arguments follow
 * @property {readonly string[]} [flags] Node's own
 * @property {boolean} [isPlain] it takes no arguments, so this text is all of its help
 * @property {boolean} [isProduction] it runs on a server, where nothing of development is needed
 * @property {boolean} [isGateway] it runs as one program, and serves the console and the documentation, which are built beside it where they are not there
 * @property {boolean} [fetches] it asks the registry by itself, and has to know how the machine reaches it
 * @property {boolean} [judges] it judges the generated files, so they must not be repaired first
 */

/** @type {Readonly<Record<string, Verb>>} */
export const verbs = {
  serve: {
    help: "run the gateway (npm start)",
    // Under many streams V8 lets its youngest objects take a hundred megabytes more for nothing gained.
    flags: ["--max-semi-space-size=16"],
    command: ["packages/server/src/main.ts"],
    isPlain: true,
    isProduction: true,
    isGateway: true,
  },
  test: {
    help: "run the quick tests; arguments choose some: npm test -- packages/client",
    command: ["node_modules/vitest/vitest.mjs", "run"],
  },
  "test:slow": {
    help: "run the tests that start browsers, processes and programs of others: npm run test:slow -- packages/docs",
    command: ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.slow.config.ts"],
  },
  prove: {
    help: "run the proofs, which are too slow for npm test, as the night does: npm run prove -- packages/docs",
    command: ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.proofs.config.ts"],
  },
  newcomer: {
    help: "play a newcomer's first ten minutes, from a clone and an empty home folder",
    command: ["scripts/newcomer/main.ts"],
    fetches: true,
  },
  dev: {
    help: "server, mock and docs together, following the spec",
    command: ["scripts/dev.ts"],
    isPlain: true,
  },
  check: {
    help: "format, lint, types, spec, generated files, breaking changes, borders, size",
    command: ["scripts/check.ts"],
    judges: true,
  },
  generate: {
    help: "make packages/*/src/generated from spec/",
    command: ["scripts/generate.ts"],
    judges: true,
  },
  build: { help: "build what is published", command: ["scripts/build.ts"] },
  pack: {
    help: "build and pack what is published, with its list of contents",
    command: ["scripts/pack.ts"],
  },
  mock: { help: "run the mock server", command: ["packages/mock/src/main.ts"] },
  chat: {
    help: "serve the example page, examples/browser-chat; it needs no gateway, and takes --gateway <address>",
    command: ["examples/browser-chat/src/main.ts"],
  },
  "example:next": {
    help: "install Next.js in a temporary folder, build examples/nextjs-route there, and ask it",
    command: ["examples/nextjs-route/src/main.ts"],
    isPlain: true,
    fetches: true,
  },
  "example:script": {
    help: "the command line of examples/node-script; see --help",
    command: ["examples/node-script/src/main.ts"],
  },
  docs: { help: "serve the documentation", command: ["packages/docs/src/serve.ts"] },
  "docs:build": {
    help: "build the documentation",
    command: ["packages/docs/src/build.ts"],
    isProduction: true,
  },
  console: {
    help: "run the console without a gateway, on a seeded world; --gateway <address> for a real one",
    command: ["packages/console/serve/main.ts"],
  },
  "console:build": {
    help: "build the console",
    command: ["packages/console/serve/build.ts"],
    isProduction: true,
  },
  "console:screenshots": {
    help: "take pictures of every screen of the console in every state; --output, --only",
    command: ["packages/console/screenshots/main.ts"],
  },
  "gateway:build": {
    help: "build the gateway as one program, for a service whose user may not; npm start does it by itself",
    command: ["scripts/publish/bundle-gateway.ts"],
    isPlain: true,
    isProduction: true,
  },
  portico: {
    help: "the operator's command line",
    command: ["packages/server/src/cli/main.ts"],
    isProduction: true,
  },
  conformance: {
    help: "hold any URL against the contract: npm run conformance -- --url … --key …",
    command: ["packages/contract-tests/src/cli.ts"],
  },
  bench: { help: "measure the gateway", command: ["packages/proof/bench/main.ts"] },
  survival: {
    help: "kill the gateway again and again",
    command: ["packages/proof/survival/main.ts"],
  },
  "works-with": {
    help: "install Codex, Claude Code and others in a temporary folder, and try them",
    command: ["packages/contract-tests/works-with/programs/main.ts"],
    fetches: true,
  },
};

/**
 * @param {string} name
 * @param {Verb} verb
 */
export function usageOf(name, { help }) {
  const command = name === "serve" ? "npm start" : `npm run ${name}`;
  return `Usage: ${command}\n\nIt takes no arguments: ${help}`;
}

export function usage() {
  const lines = Object.entries(verbs).map(([name, { help }]) => `  ${name.padEnd(12)} ${help}`);
  return [
    "Usage: npm start, npm test, npm run <verb> -- [arguments], or the same with pnpm",
    "",
    ...lines,
    "",
    "Each one first sets up what is missing: Node and pnpm in the pinned versions (in .portico/),",
    "the packages, the generated files. Nothing else outside the project is touched but package caches.",
  ].join("\n");
}
