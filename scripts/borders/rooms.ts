export interface Room {
  /** For the table in docs/architecture.md. */
  readonly holds: string;
  /**
   * Rooms that it may import from: `types:` in front allows `import type` alone, `facts:` files named facts.ts. A
   * package of ours stands here where this room alone may use it.
   */
  readonly mayImport: readonly string[];
  /** The files that other rooms may import; without this, all of them. */
  readonly doors?: readonly string[];
}

/** Who imports whom inside packages/server/src. Each room may also import itself and what is everybody's. */
export const rooms: Readonly<Record<string, Room>> = {
  json: {
    holds: "JSON of any size: what it costs, parsing and writing it in turns",
    mayImport: [],
  },
  "model-call": {
    holds:
      "calls of models that embed and rerank, and what routing and store keep of every call: types (the call of a model that writes is core's)",
    mayImport: ["types:vectors"],
  },
  money: { holds: "prices, rates and amounts", mayImport: [] },
  vectors: {
    holds: "reading and writing of vectors: the one room where speed may cost clarity",
    mayImport: [],
    doors: ["scan.ts", "write.ts", "vector.ts"],
  },
  upstream: {
    holds: "the connection to an upstream: addresses, time-outs, replies, errors",
    mayImport: ["types:model-call"],
  },
  providers: {
    holds: "the port to vendors, one folder a vendor, and what several vendors share",
    mayImport: ["@portico/core/simulated-model", "types:model-call", "upstream", "vectors"],
  },
  routing: {
    holds: "the catalogue's shape, candidates (pure), attempts, health, circuit, retry budget",
    mayImport: ["types:model-call", "money", "types:providers", "upstream"],
  },
  store: { holds: "the ports, SQLite, PostgreSQL, migrations", mayImport: ["types:model-call"] },
  secrets: {
    holds: "master key, sealed secrets and I/O log, the form of API keys, public keys",
    mayImport: ["types:store"],
  },
  configuration: {
    holds:
      "`portico.yaml` and its versions: reading, checking, presets, prices -> catalogue and provider settings",
    mayImport: [
      "money",
      "facts:providers",
      "types:providers",
      "types:routing",
      "secrets",
      "types:store/ports",
      "upstream",
    ],
  },
  access: {
    holds:
      "keys, what is under way and its bounds, the gate before the body, admission and settlement in batches, heartbeat",
    mayImport: ["money", "secrets", "store"],
  },
  answer: {
    holds: "an answer as a stream that is paid for, and its failures",
    mayImport: ["@portico/core/answer", "upstream"],
  },
  wires: {
    holds: "what reading a request needs of Node: pictures, and arguments of any size",
    mayImport: ["@portico/core/answer"],
  },
  operations: {
    holds:
      "what each operation of the contract does, one file or folder a noun: our wire on one side, neutral calls on the other",
    mayImport: [
      "@portico/core/answer",
      "@portico/core/wires",
      "access",
      "types:configuration",
      "types:model-call",
      "money",
      "types:providers",
      "answer",
      "routing",
      "secrets",
      "store",
      "upstream",
      "vectors",
      "wires",
    ],
  },
  "sign-in": {
    holds:
      "who a browser belongs to, as a provider (OpenID Connect) or a proxy says, and which role that gives",
    mayImport: ["types:configuration", "upstream"],
  },
  http: {
    holds:
      "authentication before the body, the contract's validator, routes from the table, replies, event writing, failures",
    mayImport: ["access", "operations", "sign-in", "store/ports"],
  },
  notifications: {
    holds: "notices on their way out of the outbox: mail, webhooks, attempts and their leases",
    mayImport: [
      "types:configuration",
      "money",
      "types:operations",
      "secrets",
      "types:store/ports",
      "types:upstream",
    ],
  },
  observability: {
    holds: "logs, metrics, traces, I/O logging",
    mayImport: ["types:notifications", "types:operations", "secrets", "types:store/ports"],
  },
  assembly: {
    holds: "where the gateway is put together: its parts, its application, its port",
    mayImport: [
      "access",
      "configuration",
      "http",
      "notifications",
      "observability",
      "operations",
      "process",
      "providers",
      "read-version.ts",
      "routing",
      "secrets",
      "sign-in",
      "store",
      "upstream",
    ],
  },
  process: {
    holds: "what one process is: its start, its nodes, its signals, first records, retention",
    mayImport: ["configuration", "observability", "operations", "secrets", "assembly", "store"],
  },
  cli: {
    holds:
      "the `portico` command, through `@portico/client`; `doctor`, `backup`, `secrets rotate` and `--local` over the rooms themselves",
    mayImport: [
      "@portico/client",
      "config.ts",
      "configuration",
      "main.ts",
      "money",
      "notifications",
      "operations",
      "providers",
      "read-version.ts",
      "routing",
      "secrets",
      "sign-in",
      "store",
      "upstream",
    ],
  },
};

/** Who imports whom inside packages/core/src; its failures are everybody's. */
export const coreRooms: Readonly<Record<string, readonly string[]>> = {
  json: [],
  rules: [],
  configuration: ["json"],
  "model-call": [],
  "simulated-model": ["json", "model-call"],
  answer: ["model-call"],
  wires: ["answer", "json", "model-call"],
};

/** Who imports whom inside packages/mock/src: the gateway that pages load too knows nothing of the command above it. */
export const mockRooms: Readonly<Record<string, readonly string[]>> = {
  generated: ["scenarios"],
  scenarios: ["generated"],
  gateway: ["scenarios"],
  record: ["", "gateway", "scenarios"],
  testing: ["", "gateway", "scenarios"],
  "": ["gateway", "record", "scenarios"],
};

/** They know nothing of the rest. */
export const everybodys: readonly string[] = [
  "caller.ts",
  "errors.ts",
  "histogram.ts",
  "garbage.ts",
  "in-turns.ts",
  "networks.ts",
  "repeat.ts",
  "source.ts",
  "json",
];

export interface Permission {
  readonly kind: "types" | "facts" | "all";
  readonly room: string;
}

/** An entry of `mayImport`. */
export function permissionOf(entry: string): Permission {
  const [, kind, room = entry] = /^(types|facts):(.*)$/.exec(entry) ?? [];
  return { kind: kind === "types" || kind === "facts" ? kind : "all", room };
}

/** The rows of docs/architecture.md, by which a reader knows the rooms. */
export function roomTable(): string {
  const rows = Object.entries(rooms).map(([name, { holds }]) => `| \`${name}/\` | ${holds} |`);
  return ["| room | holds |", "|---|---|", ...rows].join("\n");
}
