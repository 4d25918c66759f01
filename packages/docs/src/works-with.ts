import { readFileSync } from "node:fs";

/** Written by the suite that runs the clients; its test fails where it is out of date. */
interface Facts {
  /** The names of what is tried, with a library and with a client of `POST /rerank`. */
  readonly tried: { readonly library: string; readonly rerank: string };
  readonly clients: readonly {
    readonly name: string;
    readonly version: string;
    readonly wire: string;
    readonly cannot: Readonly<Record<string, string>>;
  }[];
}

/** What the suite's own lists say, as a table for readers. */
export function clientTable(): string {
  const text = readFileSync(new URL("./works-with.json", import.meta.url), "utf8");
  const { tried, clients }: Facts = JSON.parse(text);
  return [
    `Each client is run against a gateway, unmodified, and each of these is a test of its own: ${tried.library}. For rerank: ${tried.rerank}. Programs answer a question and run a tool; they are tried each night.`,
    "",
    "| Client | Version | Wire | What does not work |",
    "|---|---|---|---|",
    ...clients.map(
      ({ name, version, wire, cannot }) =>
        `| ${name} | ${version} | ${wire} | ${reasonsOf(cannot)} |`,
    ),
  ].join("\n");
}

/** Things that fail for one reason stand together. */
function reasonsOf(cannot: Readonly<Record<string, string>>): string {
  const groups = Map.groupBy(Object.entries(cannot), ([, reason]) => reason);
  return [...groups]
    .map(([reason, things]) => `${things.map(([thing]) => thing).join("; ")}: ${reason}`)
    .join(". ");
}
