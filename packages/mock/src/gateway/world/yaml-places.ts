import type { WorldData } from "./data.ts";

/** The values of a text by their places, such as `providers.openai.api_key`. Reads YAML that is written in lines alone. */
export function placesIn(text: string): Map<string, string> {
  const places = new Map<string, string>();
  const path: { readonly indent: number; readonly name: string }[] = [];
  for (const line of text.split("\n")) {
    const [, spaces = "", name, value = ""] =
      /^( *)(?:- +)?["']?([\w./:@+~-]+)["']?:(?: +(.*))?$/.exec(line) ?? [];
    if (name === undefined) continue;
    while ((path.at(-1)?.indent ?? -1) >= spaces.length) path.pop();
    path.push({ indent: spaces.length, name });
    const written = value.replace(/\s+#.*$/, "").trim();
    const place = path.map((one) => one.name).join(".");
    // A mark has another number in each version.
    places.set(place, mark.test(written) ? "" : written);
  }
  return places;
}

const mark = /^sealed:\d+\.\d+$/;
const secret = /^(\s*(?:- +)?["']?(?:\w*_)?(?:api_?key|key|secret|token|password)["']?: +)(\S.*)$/i;

/** The text with a mark in place of each secret. */
export function withoutSecrets(text: string, version: number): string {
  let count = 0;
  return text
    .split("\n")
    .map((line) => {
      const [, before, value = ""] = secret.exec(line) ?? [];
      if (before === undefined || /^["']?(?:\$\{|file:\/)/.test(value)) return line;
      count += 1;
      return `${before}sealed:${version}.${count}`;
    })
    .join("\n");
}

/** The names below a section that come and go. */
export function addedIn(section: "models" | "providers", before: string, after: string) {
  const [old, now] = [namesIn(section, before), namesIn(section, after)];
  return {
    added: [...now].filter((name) => !old.has(name)),
    removed: [...old].filter((name) => !now.has(name)),
  };
}

function namesIn(section: "models" | "providers", text: string): Set<string> {
  if (section === "models")
    return new Set(
      [...text.matchAll(/^ *- *\{? *id: *["']?([\w./:@+~-]+)/gm)].map(([, id = ""]) => id),
    );
  const names = [...placesIn(text).keys()].flatMap((place) => {
    const [first, name] = place.split(".");
    return first === section && name !== undefined ? [name] : [];
  });
  return new Set(names);
}

/** Of the version of the configuration in use. */
export function textInUse({ configuration }: WorldData): string {
  const found = configuration?.versions.find(({ version }) => version === configuration.inUse);
  return found?.yaml ?? "";
}

/** The names under which requests are tagged. */
export function tagNames(data: WorldData): readonly string[] {
  const [, inLine, lines = ""] =
    /^tags:(?: *\[([^\]]*)\]|((?:\s*\n *- [^\n]*)*))/m.exec(textInUse(data)) ?? [];
  return (inLine ?? lines).match(/[a-z][a-z0-9_-]*/g) ?? [];
}

export interface CanaryRule {
  /** The model or alias that calls ask for. */
  readonly model: string;
  readonly to: string;
  readonly percent: number;
  readonly keys: readonly number[];
  readonly failurePercent: number;
  /** Fewer count as so many. */
  readonly requests: number;
}

/** Each by lines of its own, or in one line. */
export function canariesIn(text: string): readonly CanaryRule[] {
  const [, section = ""] = /^canaries:[^\n]*\n((?:[ #][^\n]*\n|\n)*)/m.exec(`${text}\n`) ?? [];
  const [, indent] = /^( +)[^\s#]/m.exec(section) ?? [];
  if (indent === undefined) return [];
  return section.split(new RegExp(`^${indent}(?=[^\\s#])`, "m")).flatMap((entry) => {
    const [, model] = /^["']?([\w./:@+~-]*[\w./@+~-])["']?:\s/.exec(entry) ?? [];
    const said = (name: string) => new RegExp(`\\b${name}: *["']?([\\w./:@+~-]+)`).exec(entry)?.[1];
    const to = said("to");
    if (model === undefined || to === undefined) return [];
    const keys = /\bkeys: *\[([\d, ]*)\]/.exec(entry)?.[1] ?? "";
    return {
      model,
      to,
      percent: Number(said("percent") ?? 0),
      keys: (keys.match(/\d+/g) ?? []).map(Number),
      failurePercent: Number(said("failure_percent") ?? 10),
      requests: Number(said("requests") ?? 20),
    };
  });
}
