import { demand } from "../finding.ts";
import type { Step } from "../step.ts";
import type { Visit } from "../visit.ts";

/** What the first start has printed leads somewhere, and so do the first pages behind it. */
export const openDocumentation: Step = {
  name: "the documentation in a browser",
  run: async (visit) => {
    const { links, output } = visit.first;
    demand(links.length > 1, { ran: "npm start", expected: "links", came: output });
    // The address of the gateway itself stands first; it is for programs.
    const pages = links.filter((link) => !/\/api\/v1/.test(link) && new URL(link).pathname !== "/");
    for (const [index, url] of pages.entries())
      await visit.browser.look({ url, name: `printed-link-${index + 1}`, awaits: "main h1" });
    await lookAtPages(visit);
  },
};

async function lookAtPages({ browser, origin }: Visit): Promise<void> {
  const docs = `${origin}/docs/`;
  const main = "main h1";
  await browser.look({ url: docs, name: "docs-first-page", awaits: main });
  await browser.look({ url: docs, name: "docs-first-page-phone", awaits: main, width: 390 });
  await browser.look({ url: `${docs}first-call.html`, name: "docs-first-guide", awaits: main });
  await browser.look({
    url: `${docs}first-call.html`,
    name: "docs-first-guide-phone",
    awaits: main,
    width: 390,
  });
  // Drawn by its script, an operation at a time.
  const operation = '#redoc a[href$="/createembeddings"]';
  await browser.look({ url: `${docs}reference.html`, name: "docs-reference", awaits: operation });
  const missing = await browser.look({
    url: `${docs}nope.html`,
    name: "docs-404",
    awaits: "h1",
    status: 404,
  });
  demand(/no such page/i.test(missing), {
    ran: `open ${docs}nope.html`,
    expected: "a page that says that there is none",
    came: missing,
  });
}
