import type { Portico, PorticoOptions } from "@portico/client";
import type { Mock } from "@portico/mock";
import { clientOf } from "./page.ts";

/** A client whose requests are listed as `GET /keys?limit=2`. */
export function countedClient(
  mock: Pick<Mock, "url">,
  options: Partial<PorticoOptions> = {},
): { readonly client: Portico; readonly asked: string[] } {
  const asked: string[] = [];
  const client = clientOf(mock, {
    ...options,
    fetch: (request) => {
      asked.push(`${request.method} ${request.url.slice(mock.url.length)}`);
      return (options.fetch ?? fetch)(request);
    },
  });
  return { client, asked };
}
