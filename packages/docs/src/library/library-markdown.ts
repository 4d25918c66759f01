import { join } from "node:path";
import type { OpenApiDocument } from "@portico/contract";
import { type LocatedOperation, operationsOf } from "../contract-reader.ts";
import { cell } from "../operation-markdown.ts";
import { type Declared, declaredIn, type Member, namesExported } from "./read-source.ts";

/** Every method, class, hook and handler of the packages, as their sources say them. */
export function libraryMarkdown(packages: string, document: OpenApiDocument): string {
  const sources = (name: string) => declaredIn(join(packages, name, "src"));
  const exported = namesExported(join(packages, "client/src/index.ts"));
  const client = sources("client");
  const located = operationsOf(document);
  const table = declaredIn(join(packages, "react-query/src/generated")).get("PorticoQuery");
  return [
    ...clientLines(client, exported),
    ...hookLines(sources("react-query"), table?.members ?? []),
    ...handlerLines(sources("msw"), located),
  ].join("\n");
}

function clientLines(
  client: ReadonlyMap<string, Declared>,
  exported: ReadonlySet<string>,
): string[] {
  const given = [...client.values()]
    .filter(({ name }) => exported.has(name))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const functions = given.filter(({ kind }) => kind === "function");
  const classes = given.filter(({ kind }) => kind === "class");
  // A class that is not given out is no name to readers: those that extend it are.
  const bases = Map.groupBy(
    classes.filter(({ base }) => base !== undefined && client.has(base) && !exported.has(base)),
    ({ base }) => base ?? "",
  );
  const [alone = [], others = []] = [true, false].map((isAlone) =>
    functions.filter(({ words }) => / alone\.$/.test(words) === isAlone),
  );
  const portico = client.get("Portico")?.members ?? [];
  const isPart = ({ type }: Member): boolean => type !== "Portico" && exported.has(type);
  const parts = portico.filter(isPart).flatMap(({ name, type }) => {
    const { words = "", members = [] } = client.get(type) ?? {};
    return formLines(`portico.${name}`, words.replace(`: \`portico.${name}\``, ""), members);
  });
  return [
    "## Client",
    "",
    "What `createPortico()` gives. `query` and `body` are what the operation takes; `call` is what [one call](client.md#one-call) does differently.",
    "",
    ...parts,
    ...formLines(
      "portico",
      "Beside its parts:",
      portico.filter((one) => !isPart(one)),
    ),
    "## Classes",
    "",
    ...classes.flatMap(({ name, words, members }) => formLines(name, words, members)),
    ...[...bases].flatMap(([base, names]) =>
      formLines(
        names.map(({ name }) => name).join(", "),
        "They have in common:",
        client.get(base)?.members ?? [],
      ),
    ),
    "## Functions",
    "",
    ...functionTable(others),
    `Each part of the client alone: ${alone.map(({ call }) => `\`${call}\``).join(", ")}.`,
    "",
  ];
}

const hookKinds = [
  { kind: "Query", title: "Queries", more: "" },
  { kind: "PagedQuery", title: "Lists page by page", more: "Beside what queries have. " },
  { kind: "Mutation", title: "Mutations", more: "" },
] as const;

function hookLines(hooks: ReadonlyMap<string, Declared>, table: readonly Member[]): string[] {
  const byKind = Map.groupBy(table, ({ type }) => type.slice(0, type.indexOf("<")));
  const streams = ["useResponseStream", "useChatStream", "useMessageStream"];
  return [
    "## Hooks",
    "",
    "What each operation of `createPorticoQuery(client)` has: `portico.listModels.useQuery()`. `init` is what the operation takes, `options` are TanStack Query's.",
    "",
    ...hookKinds.flatMap(({ kind, title, more }) => [
      `### ${title}`,
      "",
      `${more}${linksTo((byKind.get(kind) ?? []).map(({ name }) => name))}.`,
      "",
      ...memberTable(hooks.get(kind)?.members ?? []),
    ]),
    `[Streams](react.md#streams) have ${streams.map((name) => `\`${name}\``).join(", ")}.`,
    "",
  ];
}

/** What makes handlers, and what is beside those of the operations. */
const handlerFunctions = "porticoHandlers script journal scenario travel reset withPortico".split(
  " ",
);

function handlerLines(
  handlers: ReadonlyMap<string, Declared>,
  located: readonly LocatedOperation[],
): string[] {
  const streaming = located.filter(({ operation }) =>
    Object.values(operation.responses).some(({ content }) => content?.["text/event-stream"]),
  );
  const ofOperation = ["PorticoHandler", "Operation", "StreamingOperation"];
  return [
    "## Handlers",
    "",
    "Every operation is a function of `portico` in `@portico/msw`, which gives its handler: `portico.listModels()`. `portico.listModels.reply(…)` and the like give others, and a handler can be changed:",
    "",
    ...memberTable(ofOperation.flatMap((name) => handlers.get(name)?.members ?? [])),
    `\`reply\` is [a status, an example or a body](msw.md#one-operation-one-reply); \`events\` is there for ${linksTo(streaming.map(({ facts }) => facts.id))}.`,
    "",
    ...functionTable(handlerFunctions.flatMap((name) => handlers.get(name) ?? [])),
  ];
}

function linksTo(ids: readonly string[]): string {
  return ids.map((id) => `[\`${id}\`](reference/${id}.md)`).join(", ");
}

function formLines(name: string, words: string, members: readonly Member[]): string[] {
  return [`### ${name}`, "", words, "", ...memberTable(members)];
}

function memberTable(members: readonly Member[]): string[] {
  if (members.length === 0) return [];
  return [
    "| Name | What it is |",
    "|---|---|",
    ...members.map(({ call, type, words }) => `| \`${call}\`${given(type)} | ${cell(words)} |`),
    "",
  ];
}

/** The reply of a method by its name; types that are made of others say less than they take room. */
function given(type: string): string {
  const [, name] = /^(?:PendingCall|PendingList|Promise)<(\w+)>$/.exec(type) ?? [];
  return name === undefined || name === "void" ? "" : ` *${name}*`;
}

function functionTable(functions: readonly Declared[]): string[] {
  return [
    "| Function | What it does |",
    "|---|---|",
    ...functions.map(({ call, words }) => `| \`${call}\` | ${cell(words)} |`),
    "",
  ];
}
