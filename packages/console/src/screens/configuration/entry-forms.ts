import words from "./words.json" with { type: "json" };

/** How the text in a field becomes a value. Prices stay text, so that they are not rounded. */
type Kind = "text" | "secret" | "number" | "flag" | "list" | "numbers";

export interface FieldSpec {
  /** Where it stands in the entry, with dots between the names. */
  readonly at: string;
  readonly kind?: Kind;
  /** Of a new entry. */
  readonly start?: string;
  readonly isNeeded?: boolean;
  readonly options?: readonly string[];
  /** Shown where this holds of the form. */
  readonly when?: (values: Readonly<Record<string, string>>) => boolean;
}

/** Parts of an entry of which there can be several. */
export interface RowsSpec {
  /** Empty: the entry itself is the list. */
  readonly at: string;
  /** Its field that stands without a list where there is one part, and no more of it is known. */
  readonly lone?: string;
  readonly fields: readonly (FieldSpec & {
    /** Shown, and needed in the list, where there are several. */
    readonly isOfSeveral?: boolean;
    /** The beginning of the text that it has where nothing is typed, before its number. */
    readonly numbered?: string;
  })[];
}

export interface FormSpec {
  readonly fields: readonly FieldSpec[];
  readonly rows?: RowsSpec;
}

export type Section = keyof typeof words.forms;

const vendors = ["openai", "anthropic", "gemini", "mistral", "cohere", "voyage"];
const kinds = [...vendors, "openai-compatible", "ollama"];

const count = { kind: "number" } as const;

/** What can be changed by a form. Other settings of an entry stay as they are. */
export const forms: Readonly<Record<Section, FormSpec>> = {
  providers: {
    fields: [
      { at: "kind", options: kinds, start: "openai" },
      {
        at: "base_url",
        when: ({ kind = "", base_url: url }) =>
          url !== "" || kind === "openai-compatible" || kind === "ollama",
      },
      { at: "models", kind: "list" },
      {
        at: "unpriced",
        options: ["", "refuse", "allow"],
        when: ({ models, unpriced }) => models !== "" || unpriced !== "",
      },
      { at: "data_collection", options: ["", "allow", "deny"] },
      { at: "byok", options: ["", "allow", "deny"] },
    ],
    rows: {
      at: "api_keys",
      lone: "api_key",
      fields: [
        { at: "name", isOfSeveral: true, numbered: "key-" },
        { at: "api_key", kind: "secret" },
        { at: "weight", ...count, isOfSeveral: true },
        { at: "requests_per_minute", ...count, isOfSeveral: true },
        { at: "tokens_per_minute", ...count, isOfSeveral: true },
      ],
    },
  },
  models: {
    fields: [
      { at: "kind", options: ["text", "embedding", "rerank"], start: "text" },
      { at: "context_length", ...count, start: "128000", isNeeded: true },
      { at: "max_output_tokens", ...count, when: ({ kind }) => kind === "text" },
      { at: "dimensions", ...count, start: "1536", when: ({ kind }) => kind === "embedding" },
    ],
    rows: {
      at: "endpoints",
      fields: [
        { at: "provider", isNeeded: true },
        { at: "upstream_model", isNeeded: true },
        { at: "price.input", isNeeded: true },
        { at: "price.output", when: ({ kind }) => kind === "text" },
        { at: "price.cached_input", when: ({ kind }) => kind === "text" },
      ],
    },
  },
  aliases: {
    fields: [],
    rows: {
      at: "",
      lone: "model",
      fields: [
        { at: "model", isNeeded: true },
        { at: "weight", ...count, isOfSeveral: true },
      ],
    },
  },
  canaries: {
    fields: [
      { at: "to", isNeeded: true },
      { at: "percent", ...count, start: "5" },
      { at: "keys", kind: "numbers" },
      { at: "roll_back.failure_percent", ...count },
      { at: "roll_back.slower", ...count },
      { at: "roll_back.requests", ...count },
      { at: "roll_back.window_seconds", ...count },
    ],
  },
  shadows: {
    fields: [
      { at: "to", isNeeded: true },
      { at: "percent", ...count, start: "1", isNeeded: true },
      { at: "in_flight", ...count },
      { at: "tokens_per_minute", ...count },
      { at: "max_output_tokens", ...count },
    ],
  },
  guardrails: {
    fields: [
      { at: "url", isNeeded: true },
      { at: "secret", kind: "secret" },
      { at: "before", kind: "flag", options: ["", "true", "false"] },
      { at: "after", kind: "flag", options: ["", "true", "false"] },
      { at: "on_failure", options: ["", "refuse", "allow"] },
      { at: "timeout_ms", ...count },
      { at: "models", kind: "list" },
    ],
  },
  notifications: {
    fields: [
      { at: "to", kind: "list" },
      { at: "smtp.host" },
      { at: "smtp.from" },
      { at: "smtp.user" },
      { at: "smtp.password", kind: "secret" },
      { at: "webhook.url" },
      { at: "webhook.secret", kind: "secret" },
    ],
  },
  alerts: {
    fields: [
      { at: "thresholds", kind: "numbers" },
      { at: "unbilled_usd", ...count },
      { at: "provider_down_seconds", ...count },
      { at: "channels", kind: "list" },
    ],
  },
};

/** Sections that are one entry themselves. */
const lone: readonly string[] = ["notifications", "alerts"];

export function isLone(section: string): boolean {
  return lone.includes(section);
}

export const sections = Object.keys(forms) as readonly Section[];

/** What an address names: `models/acme/large`, `models/` for a new one, `alerts`. Null where no form has it. */
export function placeNamed(entry: string | undefined) {
  const [section = "", ...rest] = entry?.split("/") ?? [];
  const known = sections.find((one) => one === section);
  if (known === undefined || isLone(known) !== (rest.length === 0)) return null;
  return { section: known, name: isLone(known) ? null : rest.join("/") };
}
