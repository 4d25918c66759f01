import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { OpenApiDocument } from "@portico/contract";
import { fingerprinted, policyHash, type SiteFile } from "./site-file.ts";

const run = promisify(execFile);
const redocly = join(
  dirname(fileURLToPath(import.meta.resolve("@redocly/cli/package.json"))),
  "bin/cli.js",
);

/** The reference as Redocly draws it, taken apart, so that it fits into our own page. */
export interface Reference {
  readonly style: SiteFile;
  readonly script: SiteFile;
  /** What is there before the script runs. */
  readonly html: string;
  /** Policy sources of the inline scripts within that. */
  readonly inlineScripts: readonly string[];
}

const options = {
  // The document has its own place on the site, under names that stay.
  hideDownloadButtons: true,
  // Only samples that we have, and run; by their labels.
  codeSamples: {
    languages: [
      { lang: "curl" },
      { lang: "@portico/client" },
      { lang: "openai" },
      { lang: "payload", label: "Payload" },
    ],
  },
};

const cut = "<!-- cut here -->";

/** Everything is built in: no reader's browser asks anybody else for anything. */
export async function buildReference(document: OpenApiDocument): Promise<Reference> {
  const folder = mkdtempSync(join(tmpdir(), "portico-reference-"));
  try {
    const path = (name: string): string => join(folder, name);
    writeFileSync(path("openapi.json"), JSON.stringify(document));
    writeFileSync(path("redocly.yaml"), "telemetry: off\n");
    writeFileSync(path("options.json"), JSON.stringify(options));
    writeFileSync(path("page.hbs"), `{{{redocHead}}}${cut}{{{redocHTML}}}`);
    await run(
      process.execPath,
      [
        redocly,
        "build-docs",
        path("openapi.json"),
        "--output",
        path("page.html"),
        "--template",
        path("page.hbs"),
        "--config",
        path("redocly.yaml"),
        "--inlineBundle",
        "--openapi",
        path("options.json"),
      ],
      {
        maxBuffer: 1 << 26,
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    ).catch((cause: { stderr?: string; message: string }) => {
      throw new Error(`The reference could not be built.\n${cause.stderr ?? cause.message}`, {
        cause,
      });
    });
    return takeApart(readFileSync(path("page.html"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function takeApart(page: string): Reference {
  const [head = "", body = ""] = page.split(cut);
  const style = between(head, /<style[^>]*>/, "</style>");
  const script = between(body, /<script type="module">/, "</script>");
  const html = body.slice(0, body.indexOf('<script type="module">'));
  return {
    style: fingerprinted("reference.css", style),
    script: fingerprinted("reference.js", withOwnLogo(script)),
    html,
    inlineScripts: [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = ""]) =>
      policyHash(text),
    ),
  };
}

function between(text: string, opening: RegExp, closing: string): string {
  const start = opening.exec(text);
  const end = start ? text.lastIndexOf(closing) : -1;
  if (!start || end === -1)
    throw new Error(`Redocly's page has changed: ${opening.source} is not where it was.`);
  return text.slice(start.index + start[0].length, end);
}

const logoAddress = "https://cdn.redoc.ly/redoc/logo-mini-full.svg";

/** The maker's name stays; only the picture of it is no longer fetched from elsewhere. */
function withOwnLogo(script: string): string {
  if (!script.includes(logoAddress))
    throw new Error("Redocly's page has changed: the address of its logo is not where it was.");
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="16"><text x="0" y="12" font-family="sans-serif" font-size="12" font-weight="700" fill="#0044D4">Redoc</text></svg>';
  return script.replaceAll(logoAddress, `data:image/svg+xml,${encodeURIComponent(picture)}`);
}
