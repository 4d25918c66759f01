import { escapeHtml } from "./escape-html.ts";

type Rule = readonly [name: string, pattern: RegExp];

const string: Rule = ["string", /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/];
const number: Rule = ["number", /\b\d[\d_]*(?:\.\d+)?\b/];

const script: readonly Rule[] = [
  ["comment", /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
  string,
  [
    "keyword",
    /\b(?:as|async|await|break|case|catch|class|const|continue|default|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|switch|throw|true|try|type|typeof|undefined|while)\b/,
  ],
  number,
  ["call", /\b[A-Za-z_$][\w$]*(?=\()/],
];

const python: readonly Rule[] = [
  ["comment", /#[^\n]*/],
  string,
  [
    "keyword",
    /\b(?:False|None|True|and|as|def|else|for|from|if|import|in|not|or|print|return|while|with)\b/,
  ],
  number,
  ["call", /\b[A-Za-z_]\w*(?=\()/],
];

const shell: readonly Rule[] = [
  ["comment", /(?<=^|\s)#[^\n]*/],
  string,
  ["variable", /\$\{?[A-Za-z_]\w*\}?/],
  ["keyword", /(?<=^|\n|\| |&& )(?:curl|npm|npx|node|export|jq|psql|pg_dump|docker|cp|openssl)\b/],
  ["option", /(?<=\s)--?[A-Za-z][\w-]*/],
];

const yaml: readonly Rule[] = [
  ["comment", /(?<=^|\s)#[^\n]*/],
  ["key", /[A-Za-z_][\w./-]*(?=:(?:\s|$))/],
  string,
  ["variable", /\$\{[^}]*\}/],
  ["keyword", /\b(?:true|false|null)\b/],
  number,
];

const json: readonly Rule[] = [
  ["key", /"(?:\\.|[^"\\\n])*"(?=\s*:)/],
  string,
  ["keyword", /\b(?:true|false|null)\b/],
  number,
];

const languages: Readonly<Record<string, readonly Rule[]>> = {
  ts: script,
  js: script,
  tsx: script,
  html: [["comment", /<!--[\s\S]*?-->/], string, ["keyword", /<\/?[a-z][\w-]*|\/?>/]],
  bash: shell,
  python,
  yaml,
  json,
  sse: [["key", /^data:/], ...json],
};

/** Code as HTML, its parts told apart by class. A language that is not known stays plain. */
export function highlight(source: string, language: string): string {
  const rules = languages[language];
  if (!rules) return escapeHtml(source);
  const pattern = new RegExp(
    rules.map(([, { source: rule }], index) => `(?<r${index}>${rule})`).join("|"),
    "gm",
  );
  let html = "";
  let at = 0;
  for (const match of source.matchAll(pattern)) {
    const [text] = match;
    const found = rules.findIndex((_, index) => match.groups?.[`r${index}`] !== undefined);
    html += escapeHtml(source.slice(at, match.index));
    html += `<span class="hl-${rules[found]?.[0] ?? "plain"}">${escapeHtml(text)}</span>`;
    at = match.index + text.length;
  }
  return html + escapeHtml(source.slice(at));
}
