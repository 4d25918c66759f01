import { readFileSync } from "node:fs";
import { parse, YAMLParseError } from "yaml";
import { readScript, type Script } from "./gateway/script/index.ts";

/** The script in a file of YAML or JSON. Throws what is wrong with it. */
export function readScriptFile(path: string): Script {
  try {
    const { used, ...script } = readScript(parse(readFileSync(path, "utf8")));
    return script;
  } catch (cause) {
    throw new Error(`--script ${path}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof YAMLParseError) return cause.message.trimEnd();
  const code = Reflect.get(Object(cause), "code");
  if (code === "ENOENT") return "there is no such file.";
  return cause instanceof Error ? cause.message : String(cause);
}
