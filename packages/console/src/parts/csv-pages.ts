/** A table of more pages than this is taken from the gateway by a program, not by a page. */
const mostPages = 200;

/** The pages of a list one after the other, as one table with one line of names; null where one of them is refused. */
export async function readPages(first: URL, ask: typeof fetch = fetch): Promise<string | null> {
  const lines: string[] = [];
  let url: URL | null = first;
  for (let page = 0; url !== null && page < mostPages; page++) {
    const reply: Response = await ask(url, { headers: { accept: "text/csv" } });
    if (!reply.ok) return null;
    const text = await reply.text();
    lines.push(page === 0 ? text : withoutNames(text));
    url = nextOf(reply.headers.get("link"), first);
  }
  return lines.join("");
}

/** No name of a column holds a line break, so the first line is the names. */
function withoutNames(text: string): string {
  return text.slice(text.indexOf("\n") + 1);
}

/** The next page's query is asked at the first page's address: a proxy may have put a path in front of it. */
function nextOf(link: string | null, first: URL): URL | null {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  if (target === undefined) return null;
  const next = new URL(first);
  next.search = new URL(target, first).search;
  return next;
}
