import { command } from "../shell/command.ts";
import { flag, wholeNumber } from "../shell/inputs.ts";
import { pageFor } from "../shell/page-size.ts";
import { tableOf } from "../shell/table.ts";

export const ledger = command(
  "ledger",
  "show what requests were held and charged by state, and whether the sums agree",
  {
    takes: {
      start_date: flag("--from <day>", "the first day, in UTC: 2026-11-01"),
      end_date: flag("--to <day>", "the last day, in UTC"),
    },
    remote: async ({ ledger }, query) => (await ledger.get(query)).data,
    text: ({ states, totals, checks, ...credit }) =>
      [
        tableOf([credit], {
          "granted $": "granted",
          "used $": "used",
          "held $": "held",
          "left $": "left",
          "open holds": "open_holds",
        }),
        tableOf([...states, { state: "all", ...totals }], {
          state: "state",
          requests: "requests",
          "held $": "held",
          "charged $": "charged",
          "unbilled $": "unbilled",
          "refunded $": "refunded",
        }),
        tableOf(checks, {
          check: "name",
          agrees: ({ agrees }) => agrees ?? "not read",
          difference: "difference",
        }),
      ].join("\n\n"),
    fails: ({ agrees }) => (agrees ? null : "The sums of the ledger do not agree."),
    examples: ["ledger", "ledger --from 2026-11-01", "ledger --json"],
  },
);

export const holds = command("holds", "show what is held for requests under way, oldest first", {
  takes: {
    api_key_hash: flag("--api-key <id>", "only one API key, by its number or hash"),
    limit: flag("--limit <n>", "how many holds at most", wholeNumber, 100),
  },
  remote: ({ ledger }, { limit, ...query }) =>
    ledger.holds({ limit: pageFor(limit), ...query }).toArray(limit),
  text: (holds) =>
    tableOf(holds, {
      id: "id",
      key: "api_key_name",
      model: "model",
      "held $": "amount",
      "age s": ({ age }) => toSeconds(age),
      "process silent s": ({ process_silent: silent }) =>
        silent === null ? null : toSeconds(silent),
    }),
  examples: ["holds", "holds --api-key 7", "holds --json"],
});

function toSeconds(ms: number): number {
  return Math.round(ms / 1000);
}
