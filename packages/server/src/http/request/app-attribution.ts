import type { IncomingHttpHeaders } from "node:http";
import type { AppAttribution } from "../../operations/operation.ts";

const noApp: AppAttribution = { url: null, title: null };
/** Long enough for any site and title, because the record of a request must stay small. */
const maxCharacters = 200;
const titles = ["x-service-title", "x-title", "x-openrouter-title"] as const;

export function readAppAttribution(headers: IncomingHttpHeaders): AppAttribution {
  const url = text(headers["http-referer"]);
  let title: string | null = null;
  for (const name of titles) title ??= text(headers[name]);
  return url === null && title === null ? noApp : { url, title };
}

function text(value: string | string[] | undefined): string | null {
  if (typeof value !== "string" || value === "") return null;
  // C0 and C1 codes would steer the terminal that lists them.
  const plain = value.replaceAll(/\p{Cc}/gu, "").slice(0, maxCharacters);
  return plain === "" ? null : plain;
}
