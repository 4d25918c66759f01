import createMarkdown, { type MarkdownIt, type Token } from "markdown-it";
import type { Opening } from "../panel/request-form.ts";
import { containers } from "./containers.ts";
import { escapeHtml } from "./escape-html.ts";
import { drawEventLanes } from "./event-lanes.ts";
import { readFenceInfo } from "./fence.ts";
import { highlight } from "./highlight.ts";

export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

export interface RenderedMarkdown {
  readonly html: string;
  /** Of levels 2 and 3. */
  readonly headings: readonly Heading[];
}

/** The request of a sample in shell, for the panel that tries it; null if it is none. */
export type ReadOpening = (shell: string) => Opening | null;

/** A guide's body. Raw HTML is not let through: guides are Markdown and the containers of containers.ts. */
export function renderMarkdown(
  markdown: string,
  readOpening: ReadOpening = () => null,
): RenderedMarkdown {
  const headings: Heading[] = [];
  return { html: createRenderer(headings, readOpening).render(markdown), headings };
}

function createRenderer(headings: Heading[], readOpening: ReadOpening): MarkdownIt {
  const markdown = createMarkdown({ html: false, typographer: false });
  containers(markdown);
  const { rules } = markdown.renderer;
  rules["fence"] = (tokens, index) => {
    const token = tokens[index];
    return drawFence(token?.info ?? "", token?.content ?? "", readOpening);
  };
  rules["table_open"] = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules["table_close"] = () => "</table></div>\n";
  // The corner of a table may be empty; a heading may not.
  const isCorner = (token: Token | undefined): boolean => token?.content === "";
  rules["th_open"] = (tokens, index) => (isCorner(tokens[index + 1]) ? "<td>" : "<th>");
  rules["th_close"] = (tokens, index) => (isCorner(tokens[index - 1]) ? "</td>\n" : "</th>\n");
  const ids = new Set<string>();
  rules["heading_open"] = (tokens, index) => {
    const level = Number(tokens[index]?.tag.slice(1));
    const text = plainText(tokens[index + 1]);
    const id = uniqueId(text, ids);
    if (level === 2 || level === 3) headings.push({ id, level, text });
    return `<h${level} id="${id}">`;
  };
  rules["heading_close"] = (tokens, index) => {
    const tag = tokens[index]?.tag ?? "h2";
    const { id, text } = headings.at(-1) ?? { id: "", text: "" };
    const anchor = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(text)}”">#</a>`;
    return `${tag === "h2" || tag === "h3" ? anchor : ""}</${tag}>\n`;
  };
  rules["link_open"] = (tokens, index, options, _environment, self) => {
    const token = tokens[index];
    token?.attrSet("href", pageAddress(String(token.attrGet("href"))));
    return self.renderToken(tokens, index, options);
  };
  return markdown;
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}

/** Guides link to each other's files, so that they also work where Markdown is read as it is. */
function pageAddress(href: string): string {
  return /^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, ".html");
}

function uniqueId(text: string, taken: Set<string>): string {
  const base =
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "section";
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

const languageNames: Readonly<Record<string, string>> = {
  bash: "Shell",
  python: "Python",
  ts: "TypeScript",
  js: "JavaScript",
  html: "HTML",
  json: "JSON",
  yaml: "YAML",
  sse: "Event stream",
  text: "Text",
};

function drawFence(info: string, content: string, readOpening: ReadOpening): string {
  const { language, attributes } = readFenceInfo(info);
  if (language === "events") return drawEventLanes(content.trimEnd());
  const title = attributes["title"] ?? languageNames[language] ?? language;
  const code = highlight(content.trimEnd(), language);
  const request = tryAttribute(language === "bash" ? readOpening(content) : null);
  return `<figure class="code" data-title="${escapeHtml(title)}"${request}><figcaption><span>${escapeHtml(title)}</span><button type="button" class="copy" hidden>Copy</button></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>\n`;
}

/** Marks an element for assets/try-buttons.js, which puts "Try it" there. */
export function tryAttribute(opening: Opening | null): string {
  return opening === null ? "" : ` data-try="${escapeHtml(JSON.stringify(opening))}"`;
}
