/** What another gateway's file says of one model at one provider, in Portico's words. */
export interface Deployment {
  /** What callers ask for. */
  readonly name: string;
  /** A kind or a preset of Portico's. */
  readonly vendor: string;
  readonly upstreamModel: string;
  readonly kind: "text" | "embedding" | "rerank";
  /** Of the provider, beside its key: `base_url`, `region`, `api_version`. */
  readonly settings: Readonly<Record<string, string>>;
  /** A reference such as `${NAME}`, or the secret itself. */
  readonly apiKey?: string;
  readonly keyName?: string;
  /** Of the key, against the provider's other keys. */
  readonly keyWeight?: number;
  /** Of the deployment, against others of the same name. */
  readonly weight?: number;
  /** Dollars per million tokens. */
  readonly price?: Readonly<Record<string, string>>;
  readonly contextLength?: number;
  readonly maxOutputTokens?: number;
  readonly dimensions?: number;
}

export interface Imported {
  readonly deployments: readonly Deployment[];
  /** Other names of what is asked for. */
  readonly aliases: ReadonlyMap<string, string>;
  /** What has no equal, without a value: values may be secrets. */
  readonly notes: readonly string[];
}

/** `${NAME}` for a reference of the other gateway's; a text with `${` of its own stays a plain text. */
export function referenceOf(text: string, form: RegExp): string {
  const name = form.exec(text)?.[1];
  return name === undefined ? text.replaceAll("${", "$${") : `\${${name}}`;
}

/** Reads a value of the file as text; undefined for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number > 0 ? number : undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsIn(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
