import { join } from "node:path";
import ts from "typescript-5";

const folder = join(import.meta.dirname, "..");
export const index = join(folder, "src/index.ts");

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

/** What an editor knows of the client, and of programs beside it that exist in memory alone. */
export interface Editor {
  program(): ts.Program;
  /** Opens programs, named as files of the test folder. */
  open(programs: ReadonlyMap<string, string>): void;
  /** What it shows for the first place of `text` in a program. */
  hover(name: string, text: string): string;
  /** Its complaints about a program. */
  complaints(name: string): string[];
}

/** The compiler is TypeScript 5: version 7 has no such interface. */
export function createEditor(): Editor {
  const files = new Map<string, string>();
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => [index, ...files.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = files.get(path) ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (path) => files.has(path) || ts.sys.fileExists(path),
    readFile: (path) => files.get(path) ?? ts.sys.readFile(path),
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => compilerOptions,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return {
    program() {
      const program = service.getProgram();
      if (!program) throw new Error("There is no program.");
      return program;
    },
    open(programs) {
      for (const [name, text] of programs) files.set(fileOf(name), text);
    },
    hover(name, text) {
      const place = (files.get(fileOf(name)) ?? "").indexOf(text) + text.length - 1;
      const info = service.getQuickInfoAtPosition(fileOf(name), place);
      return ts.displayPartsToString(info?.displayParts);
    },
    complaints: (name) =>
      [
        ...service.getSyntacticDiagnostics(fileOf(name)),
        ...service.getSemanticDiagnostics(fileOf(name)),
      ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  };
}

function fileOf(name: string): string {
  return join(folder, "test", name);
}

/** A name that the client exports, and its comment. */
export interface ExportedName {
  readonly name: string;
  readonly isValue: boolean;
  readonly words: string;
  readonly examples: readonly string[];
}

export function exportedNames(editor: Editor): ExportedName[] {
  const program = editor.program();
  const checker = program.getTypeChecker();
  return namedIn(program).map(({ name, symbol }) => ({
    name,
    isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
    words: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    examples: symbol
      .getJsDocTags(checker)
      .filter((tag) => tag.name === "example")
      .map(({ text }) => ts.displayPartsToString(text)),
  }));
}

/** The public members of the client's own classes and interfaces, with their comments. Schemas have theirs from the contract. */
export function exportedMembers(editor: Editor): Pick<ExportedName, "name" | "words">[] {
  const program = editor.program();
  const checker = program.getTypeChecker();
  return namedIn(program).flatMap(({ symbol }) =>
    (symbol.declarations ?? []).flatMap((declaration) => {
      const isForm = ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration);
      if (!isForm || declaration.getSourceFile().fileName.includes("/generated/")) return [];
      return declaration.members.flatMap(({ name }) => {
        const member = name && !ts.isPrivateIdentifier(name) && checker.getSymbolAtLocation(name);
        if (!member || member.name.startsWith("__@")) return [];
        const words = ts.displayPartsToString(member.getDocumentationComment(checker));
        return { name: `${symbol.name}.${member.name}`, words };
      });
    }),
  );
}

function namedIn(program: ts.Program): { readonly name: string; readonly symbol: ts.Symbol }[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error("The client has no exports.");
  return checker.getExportsOfModule(module).map((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    return { name: exported.name, symbol: isAlias ? checker.getAliasedSymbol(exported) : exported };
  });
}
