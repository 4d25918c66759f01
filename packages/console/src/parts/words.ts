/** `fill("{count} keys", { count: 3 })`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

const spelled: Readonly<Record<string, string>> = { api: "API", byok: "BYOK", io: "I/O" };

/** A name of the gateway's own as words: `updateApiKey` is "Update API key", `rate_limited` is "Rate limited". */
export function spoken(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .split(" ")
    .map((word) => spelled[word] ?? word)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
