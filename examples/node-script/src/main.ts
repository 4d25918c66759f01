import { parseArgs } from "node:util";
import { createPortico, isApiError, type Portico, PorticoError } from "@portico/client";
import { ask, listKeys, listSpending, makeKey } from "./verbs.ts";

const usage = `Usage: npm run example:script -- <verb>
  ask <question> [--model sandbox/text]
  keys                        (with a management key)
  new-key <name> [--limit 5]  (with a management key)
  spending                    (with a management key)

The address and the key come from PORTICO_BASE_URL and PORTICO_API_KEY.`;

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        model: { type: "string", default: "sandbox/text" },
        limit: { type: "string", default: "5" },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readWords();
const [verb = "", ...words] = positionals;
const text = words.join(" ");

/** In JSON what is no number becomes null, which would be a key without a limit. */
function amountIn(dollars: string): number {
  const amount = dollars.trim() === "" ? Number.NaN : Number(dollars);
  if (amount >= 0 && Number.isFinite(amount)) return amount;
  console.error(`--limit is an amount in dollars, such as 5 or 0.50, not "${dollars}".`);
  process.exit(2);
}

const verbs: Readonly<Record<string, (portico: Portico) => Promise<unknown>>> = {
  ask: (portico) => ask(portico, values.model, text),
  keys: listKeys,
  "new-key": (portico) => makeKey(portico, text, amountIn(values.limit)),
  spending: listSpending,
};

/** Failures of the service in words; a mistake of this script is not one of them. */
async function run(work: (portico: Portico) => Promise<unknown>): Promise<void> {
  try {
    await work(createPortico({ app: { title: "Node script" } }));
  } catch (error) {
    if (!(error instanceof PorticoError)) throw error;
    console.error(
      isApiError(error, 401) ? "The key is not valid, or of the wrong kind." : error.message,
    );
    process.exitCode = 1;
  }
}

const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
if (values.help) console.log(usage);
else if (work) await run(work);
else {
  console.error(usage);
  process.exitCode = 2;
}
