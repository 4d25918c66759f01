import { parseArgs } from "node:util";
import { createPortico, isApiError, PorticoError } from "@portico/client";
import { ask } from "./ask.ts";
import { listKeys, makeKey } from "./keys.ts";
import { listSpending } from "./spending.ts";

const usage = `Usage:
  node src/main.ts ask <question> [--model sandbox/text]
  node src/main.ts keys                        (with a management key)
  node src/main.ts new-key <name> [--limit 5]  (with a management key)
  node src/main.ts spending                    (with a management key)

The address and the key come from PORTICO_BASE_URL and PORTICO_API_KEY.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: "string", default: "sandbox/text" },
    limit: { type: "string", default: "5" },
  },
});
const [command, ...words] = positionals;

try {
  const portico = createPortico({ app: { title: "Node script" } });
  if (command === "ask") await ask(portico, values.model, words.join(" "));
  else if (command === "keys") await listKeys(portico);
  else if (command === "new-key") await makeKey(portico, words.join(" "), Number(values.limit));
  else if (command === "spending") await listSpending(portico);
  else {
    console.error(usage);
    process.exitCode = 2;
  }
} catch (error) {
  // An abort and a mistake of this script are not the service's failures.
  if (!(error instanceof PorticoError)) throw error;
  console.error(
    isApiError(error, 401) ? "The key is not valid, or of the wrong kind." : error.message,
  );
  process.exitCode = 1;
}
