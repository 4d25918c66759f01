import { isRecord } from "@portico/contract/is-record";
/** The management key, or an ordinary one. An operation that takes either is tried with an ordinary one. */
export type KeyKind = "ordinary" | "management";

/** One request as the reader has put it together: what is sent, and what the copied code says. */
export interface PlannedRequest {
  readonly operationId: string;
  readonly method: string;
  /** With the base path, without a slash at its end. */
  readonly baseUrl: string;
  readonly path: string;
  readonly parameters: readonly GivenParameter[];
  /** As it was written, valid JSON or not; null for none. */
  readonly body: string | null;
  readonly key: KeyKind;
  /** Headers that are no parameters of the operation, such as the mock's `Prefer`. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly wantsCsv: boolean;
}

export interface GivenParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly type: "text" | "number" | "boolean" | "list";
  readonly value: string;
}

export function addressOf(request: PlannedRequest): string {
  return request.baseUrl + targetOf(request);
}

/** Path and query. */
export function targetOf({ path, parameters }: PlannedRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encode(parameters.find((given) => given.in === "path" && given.name === name)?.value ?? ""),
  );
  const query = parameters
    .filter((given) => given.in === "query")
    .map(({ name, value }) => `${encode(name)}=${encode(value).replaceAll("%2C", ",")}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** Stricter than `encodeURIComponent`: a shell reads `!` and `'` even between double quotes. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** All but the key and the type of the body. */
export function headersOf({
  parameters,
  extraHeaders,
  wantsCsv,
}: PlannedRequest): Record<string, string> {
  const given = parameters.filter((parameter) => parameter.in === "header");
  return {
    ...(wantsCsv ? { Accept: "text/csv" } : {}),
    ...Object.fromEntries(given.map(({ name, value }) => [name, value])),
    ...extraHeaders,
  };
}

/** Undefined for a text that is not JSON. */
export function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the body asks for a stream. */
export function isStreamed({ body }: PlannedRequest): boolean {
  const value = jsonOf(body);
  return isRecord(value) && value["stream"] === true;
}
