import { codeOf } from "@portico/try-it";
import { fenced } from "./fence.ts";
import { labelOf, type Sample } from "./sample.ts";
import { readCurl } from "./try-it/read-curl.ts";

/** Each sample in curl with the same request in Python behind it, so that it is written once. */
export function withPython(samples: readonly Sample[]): Sample[] {
  return samples.flatMap((sample) => {
    const source = labelOf(sample) === "curl" ? pythonOf(sample.source) : null;
    if (source === null) return [sample];
    const { title: _, ...attributes } = sample.attributes;
    return [
      sample,
      { ...sample, language: "python", attributes, source, place: `${sample.place} in Python` },
    ];
  });
}

/** The same for the tabs of a guide. */
export function withPythonTabs(markdown: string): string {
  return markdown.replace(
    /^```bash (?=.*title="curl")(.*)\n([\s\S]*?)\n```$/gm,
    (whole, _info: string, shell: string) => {
      const source = pythonOf(shell);
      return source === null ? whole : `${whole}\n\n${fenced('python title="Python"', source)}`;
    },
  );
}

/** Null for what is more than one request by curl. */
function pythonOf(shell: string): string | null {
  const [, comments = "", command = ""] = /^((?:#.*\n)*)([\s\S]*)$/.exec(shell) ?? [];
  const parts = readCurl(command);
  if (parts?.address?.startsWith("$PORTICO_BASE_URL/") !== true) return null;
  const { body, headers, address } = parts;
  const isKey = (name: string): boolean => name === "Authorization";
  const code = codeOf("Python", {
    operationId: "",
    method: parts.method ?? (body === null ? "GET" : "POST"),
    baseUrl: "",
    path: address,
    parameters: headers
      .filter(([name]) => !isKey(name) && name !== "Content-Type")
      .map(([name, value]) => ({ name, in: "header", type: "text", value })),
    body,
    key: headers.some(([name, value]) => isKey(name) && value.includes("MANAGEMENT"))
      ? "management"
      : "ordinary",
    extraHeaders: {},
    wantsCsv: headers.some(([name, value]) => name === "Accept" && value === "text/csv"),
  });
  return comments + withVariables(code);
}

/** Variables of the shell, as Python reads them from the environment. */
function withVariables(code: string): string {
  return code.replace(/"(?:[^"\\\n]|\\.)*\$[A-Z](?:[^"\\\n]|\\.)*"/g, (text) => {
    const [, whole] = /^"\$([A-Z_]+)"$/.exec(text) ?? [];
    if (whole !== undefined) return `os.environ["${whole}"]`;
    const filled = text
      .replace(/[{}]/g, "$&$&")
      // The shell makes this one up; the number of the process is another one each time too.
      .replace("$RANDOM", "{os.getpid()}")
      .replace(/\$([A-Z_]+)/g, "{os.environ['$1']}");
    return `f${filled}`;
  });
}
