import { command } from "../shell/command.ts";
import { tableOf } from "../shell/table.ts";

export const status = command(
  "status",
  "show what the gateway's processes do, and how much time they add to requests",
  {
    remote: async ({ status }) => (await status.get()).data,
    text: (status) =>
      [
        tableOf([status], {
          version: "version",
          engine: "engine",
          since: "started_at",
          "processes elsewhere": "processes_elsewhere",
          "behind the configuration": "processes_behind",
          "in flight": "requests_in_flight",
          "held $": "held",
        }),
        tableOf([status], {
          calls: ({ overhead }) => overhead?.requests ?? 0,
          "added ms p50": ({ overhead }) => overhead?.p50,
          p90: ({ overhead }) => overhead?.p90,
          p99: ({ overhead }) => overhead?.p99,
          "vectors kept": ({ vector_cache: cache }) => cache.hits,
          "vectors asked": ({ vector_cache: cache }) => cache.hits + cache.misses,
        }),
        tableOf(status.processes, {
          process: ({ pid }) => String(pid),
          since: "started_at",
          "in flight": "requests_in_flight",
          "memory MB": ({ memory_bytes: bytes }) => Math.round(bytes / 1e6),
          "lag ms": "event_loop_lag",
          configuration: "configuration_version",
          problem: "configuration_problem",
        }),
      ].join("\n\n"),
    examples: ["status", "status --json"],
  },
);
