import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5";

/** A function, a class or an interface that a package gives out, as its source says it. */
export interface Declared {
  readonly name: string;
  readonly kind: "function" | "class" | "interface";
  /** The comment, as Markdown. */
  readonly words: string;
  readonly members: readonly Member[];
  /** The class that it extends. */
  readonly base: string | undefined;
  /** `isApiError(error, status?)`; of a function. */
  readonly call: string;
}

export interface Member {
  readonly name: string;
  /** `list(query?, call?)` of a method, `status` of a property. */
  readonly call: string;
  /** The type of the property, or what the method gives. */
  readonly type: string;
  readonly words: string;
}

/** What the sources of a folder export, by its name. */
export function declaredIn(folder: string): ReadonlyMap<string, Declared> {
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name));
  const found = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    return source.statements.flatMap((statement) => declared(statement) ?? []);
  });
  // Of an overloaded function the first form is the one with the comment.
  return new Map(found.toReversed().map((one) => [one.name, one]));
}

/** The names that a package's entry exports of its own files. */
export function namesExported(file: string): ReadonlySet<string> {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const names = source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return nameOf(statement) ?? [];
    const clause = statement.exportClause;
    return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [];
  });
  return new Set(names);
}

type Named = ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration;

function isNamed(node: ts.Node): node is Named {
  return (
    ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)
  );
}

function nameOf(node: ts.Node): string | undefined {
  const isExported = isNamed(node) && node.modifiers?.some(({ kind }) => kind === exported);
  return isExported ? node.name?.text : undefined;
}

const exported = ts.SyntaxKind.ExportKeyword;

function declared(node: ts.Statement): Declared | null {
  const name = nameOf(node);
  if (name === undefined || !isNamed(node)) return null;
  const words = wordsOf(node);
  if (ts.isFunctionDeclaration(node))
    return {
      name,
      kind: "function",
      words,
      members: [],
      base: undefined,
      call: callOf(name, node),
    };
  const members = (node.members as ts.NodeArray<ts.ClassElement | ts.TypeElement>).flatMap(
    (member) => memberOf(member) ?? [],
  );
  const kind = ts.isClassDeclaration(node) ? "class" : "interface";
  return { name, kind, words, members, base: baseOf(node), call: name };
}

function baseOf({ heritageClauses }: ts.ClassDeclaration | ts.InterfaceDeclaration) {
  const clause = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression.getText();
}

/** Null for what is private, inherited or only there for the compiler: it has no comment of its own. */
function memberOf(member: ts.ClassElement | ts.TypeElement): Member | null {
  const words = wordsOf(member);
  if (member.name === undefined || ts.isPrivateIdentifier(member.name) || words === "") return null;
  if (member.name.getText().startsWith("[") || isHidden(member)) return null;
  const name = member.name.getText();
  const isCalled = ts.isMethodSignature(member) || ts.isMethodDeclaration(member);
  const typed = member as { readonly type?: ts.TypeNode };
  return {
    name,
    call: isCalled ? callOf(name, member) : name,
    type: typeText(typed.type?.getText() ?? ""),
    words,
  };
}

function isHidden(member: ts.ClassElement | ts.TypeElement): boolean {
  return (
    (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.NonPublicAccessibilityModifier) > 0
  );
}

function callOf(name: string, { parameters }: ts.SignatureDeclaration): string {
  const given = parameters.flatMap((parameter) => {
    // What is required depends on the operation.
    if (parameter.dotDotDotToken) return ["init?", "options?"];
    const isOptional = parameter.questionToken !== undefined || parameter.initializer !== undefined;
    // What is taken apart has the name of its type.
    const name = ts.isIdentifier(parameter.name) ? parameter.name : parameter.type;
    const text = (name ?? parameter).getText().replace(/<.*/s, "");
    return `${text.charAt(0).toLowerCase()}${text.slice(1)}${isOptional ? "?" : ""}`;
  });
  return `${name}(${given.join(", ")})`;
}

/** A schema by its name alone. */
function typeText(text: string): string {
  return text.replace(/\s+/g, " ").replace(/Schema<"(\w+)">/g, "$1");
}

/** Without its examples, which editors show. */
function wordsOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? "";
  return text
    .replace(/```[\s\S]*?```/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
