import { addressOf, headersOf, isStreamed, type PlannedRequest } from "../plan.ts";

/** For a shell: every text is within single quotes, where nothing has a meaning but the quote itself. */
export function curlCode(request: PlannedRequest, variable: string, secret: string | null): string {
  const { method, body } = request;
  const options = isStreamed(request) ? " -N" : "";
  const usual = body === null ? "GET" : "POST";
  const key =
    secret === null
      ? `"Authorization: Bearer $${variable}"`
      : quoted(`Authorization: Bearer ${secret}`);
  const headers = Object.entries(headersOf(request)).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  );
  return [
    `curl${options}${method === usual ? "" : ` -X ${method}`} ${quoted(addressOf(request))}`,
    `-H ${key}`,
    ...headers,
    // `-d` would read a file if the text began with an @.
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
