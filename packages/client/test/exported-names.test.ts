import ts from "typescript-5";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createEditor,
  type Editor,
  type ExportedName,
  exportedMembers,
  exportedNames,
  index,
} from "./language-service.ts";

/** How a type is made is of no use to readers; its name and its fields are. */
const making =
  /\b(Omit|Pick|Partial|Extract|Exclude|ReturnType|NonNullable|Awaited)<|\b(paths|components|operations)\[/;
const probe = "hover-probe.ts";

let names: ExportedName[];
let methods: string[];
let examples: Map<string, string>;
let editor: Editor;

/** `keys.list` for each method of each part of the client. */
function methodsOf(editor: Editor): string[] {
  const program = editor.program();
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  const exported =
    module && checker.getExportsOfModule(module).find(({ name }) => name === "Portico");
  if (!exported) throw new Error("The client exports no Portico.");
  const portico = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(exported));
  return portico.getProperties().flatMap(({ name, flags, valueDeclaration }) => {
    if (!valueDeclaration || flags & ts.SymbolFlags.Method || /^[A-Z]|throwing/.test(name))
      return [];
    const part = checker.getTypeAtLocation(valueDeclaration);
    return part.getProperties().map((method) => `${name}.${method.name}`);
  });
}

const variableOf = (method: string): string => method.replace(".", "_");

/** A program of one example: all that the client exports is at hand, and a client, unless the example makes its own. */
function programOf(example: string): string {
  const values = names.filter(({ isValue }) => isValue).map(({ name }) => name);
  const types = names.filter(({ isValue }) => !isValue).map(({ name }) => `type ${name}`);
  const client = /\bconst portico\b/.test(example) ? "" : "declare const portico: Portico;";
  return `import { ${[...values, ...types, ""].join(", ")} } from "../src/index.ts";\n${client}\n${example}`;
}

/** A program that uses each method and names each type. */
function programOfNames(): string {
  const lines = [
    'import * as client from "../src/index.ts";',
    "const portico = client.createPortico();",
    ...methods.map(
      (method) => `const ${variableOf(method)} = await portico.${method}(null!, null!, null!);`,
    ),
    ...names.map(({ name, isValue }) =>
      isValue ? `client.${name};` : `type T${name} = client.${name};`,
    ),
    "for await (const item of portico.generations.list()) console.log(item);",
    "const output = responses_create.output;",
  ];
  return lines.join("\n");
}

beforeAll(() => {
  editor = createEditor();
  names = exportedNames(editor);
  methods = methodsOf(editor);
  examples = new Map(
    names.flatMap(({ name, examples: written }) =>
      written.map((example, place) => [`example-${name}-${place}.ts`, programOf(example)] as const),
    ),
  );
  editor.open(new Map([...examples, [probe, programOfNames()]]));
});

describe("each exported name", () => {
  it("has a comment that says what it is", () => {
    expect(names.length).toBeGreaterThan(70);
    expect(names.filter(({ words }) => !/[.:]/.test(words)).map(({ name }) => name)).toEqual([]);
  });

  it("has an example that uses it", () => {
    const lacking = names.filter(
      ({ name, examples: written }) =>
        !written.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
    );
    // A reader meets these two as what a method gives, and never writes them.
    const notWritten = ["PendingCall", "PendingList"];
    expect(lacking.map(({ name }) => name).filter((name) => !notWritten.includes(name))).toEqual(
      [],
    );
    expect(names.filter(({ examples: written }) => written.length === 0)).toEqual([]);
  });

  it("has an example that compiles under strict rules", () => {
    const wrong = [...examples.keys()].flatMap((name) =>
      editor.complaints(name).map((complaint) => `${name}: ${complaint}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("what an editor shows", () => {
  it("of each member of what is exported is what it is", () => {
    const members = exportedMembers(editor);
    expect(members.length).toBeGreaterThan(200);
    expect(members.filter(({ words }) => words === "").map(({ name }) => name)).toEqual([]);
  });

  it("of each method is its name, its parameters and its reply, by their names", () => {
    expect(methods.length).toBeGreaterThan(40);
    const shown = methods.map((method) => editor.hover(probe, `portico.${method}`));
    expect(shown.filter((text) => making.test(text) || text.length > 200 || text === "")).toEqual(
      [],
    );
    expect(editor.hover(probe, "portico.keys.list")).toBe(
      '(method) Keys.list(query?: client.Query<"/keys">, call?: client.CallOptions): client.PendingList<client.Schema<"ApiKeyList">>',
    );
  });

  it("of each reply is the name of its schema", () => {
    const shown = methods.map((method) => editor.hover(probe, `const ${variableOf(method)}`));
    const odd = shown.filter((text) => !/^const \w+: (client\.)?\w+(<[\w., ]+>)?$/.test(text));
    expect(odd).toEqual([]);
    expect(editor.hover(probe, "const keys_list")).toBe("const keys_list: ApiKeyList");
    expect(editor.hover(probe, "const responses_create")).toContain("client.ModelResponse");
  });

  it("of the parts of a reply are names too", () => {
    expect(editor.hover(probe, "const output")).toBe("const output: OutputItem[]");
    expect(editor.hover(probe, "const item")).toBe("const item: Generation");
  });

  it("of each exported name does not say how its type is made", () => {
    const shown = names.map(({ name }) => editor.hover(probe, `client.${name}`));
    expect(shown.filter((text) => making.test(text) || text === "")).toEqual([]);
  });
});
