import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

export interface SmallPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Relative, because a proxy may have put a path in front. */
  readonly href: string;
  readonly link: string;
  /** Whether the browser goes on by itself. */
  readonly goesOn: boolean;
}

const style =
  "body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem; overflow-wrap: anywhere }";
const styleHash = createHash("sha256").update(style).digest("base64");
/** The page has no script, and no other page may show it in a frame. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page of a few words with one link. */
export function sendSmallPage(response: ServerResponse, page: SmallPage): void {
  const body = Buffer.from(pageOf(page));
  response.statusCode = page.status;
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("content-length", body.length);
  response.setHeader("content-security-policy", policy);
  setPrivate(response);
  response.end(body);
}

/** Addresses of a sign-in hold codes: no cache keeps the reply, and no other site learns the address. */
export function setPrivate(response: ServerResponse): void {
  response.setHeader("cache-control", "no-store");
  response.setHeader("referrer-policy", "no-referrer");
}

function pageOf({ title, text, href, link, goesOn }: SmallPage): string {
  const refresh = goesOn ? `<meta http-equiv="refresh" content="0;url=${escaped(href)}">\n` : "";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)} · Portico</title>
${refresh}<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>${style}</style>
<main><h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p><a href="${escaped(href)}">${escaped(link)}</a></p></main></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
