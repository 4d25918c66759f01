/** What looks like a secret wherever it stands. */
const forms: readonly RegExp[] = [
  /(?<![\w-])ptcm?_[\w-]{8,}/g,
  /(?<![\w-])sk-[\w-]{8,}/g,
  /(?<![\w-])(?:whsec_|gsk_|hf_|xai-|pplx-|gh[pousr]_)[\w+/=-]{12,}/g,
  /(?<![\w-])AIza[\w-]{20,}/g,
  /(?<![\w-])AKIA[0-9A-Z]{12,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  /(?<=:\/\/[^\s/:@"]*:)[^\s/@"]+(?=@)/g,
];

/** Fields whose text is a secret, at any depth: of the contract, and of credentials of vendors. */
const secretField =
  /^(secret|(api|private)_?key|password|passphrase|(access|refresh)_?token|\w+_secret|authorization)$/i;
/** A field of the contract's bodies themselves; further inside, `key` is a word like any other. */
const secretOfBody = "key";

const secretHeaders = new Set([
  "authorization",
  "cookie",
  "github-public-key-signature",
  "proxy-authorization",
  "set-cookie",
  "x-api-key",
]);

const placeholder = /placeholder-(\d{6})/;
/** A text that is shorter may stand anywhere by chance, so it is replaced only in its own field. */
const leastSecret = 8;

export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  /** Its placeholder. */
  readonly stand: string;
}

/** Replaces secrets by placeholders: the same secret always by the same one, so that flows can still be followed. */
export class Secrets {
  readonly #known = new Map<string, string>();
  #last: number;

  /** `before` are texts with placeholders of earlier runs, whose numbers are not used again. */
  constructor(before: Iterable<string> = []) {
    this.#last = 0;
    for (const text of before)
      for (const [, number] of text.matchAll(new RegExp(placeholder, "g")))
        this.#last = Math.max(this.#last, Number(number));
  }

  /** The headers whose value is a secret keep their scheme: `Bearer ptc_placeholder-000001`. */
  inHeader(name: string, value: string): string {
    if (!secretHeaders.has(name)) return this.inText(value);
    const [, scheme = "", secret = ""] = /^(\w+ +)?(.*)$/s.exec(value) ?? [];
    return scheme + this.#replacing(secret);
  }

  inText(text: string): string {
    let result = "";
    let from = 0;
    for (const { start, end, stand } of this.find(text)) {
      result += text.slice(from, start) + stand;
      from = end;
    }
    return result + text.slice(from);
  }

  /** Where a text has secrets, in order and without overlaps, and what stands for each. */
  find(text: string): FoundSecret[] {
    const found = forms.flatMap((form) =>
      [...text.matchAll(form)].map(({ 0: secret, index }) => ({ secret, start: index })),
    );
    for (const secret of this.#known.keys())
      if (secret.length >= leastSecret)
        for (const written of waysToWrite(secret))
          for (const start of startsOf(text, written)) found.push({ secret: written, start });
    const inOrder = found.toSorted(
      (one, other) => one.start - other.start || other.secret.length - one.secret.length,
    );
    let from = 0;
    return inOrder.flatMap(({ secret, start }) => {
      const end = start + secret.length;
      if (start < from) return [];
      from = end;
      return [{ start, end, stand: this.#standFor(secret) }];
    });
  }

  #standFor(written: string): string {
    for (const [secret, stand] of this.#known)
      if (waysToWrite(secret).includes(written)) return stand;
    return this.#replacing(written);
  }

  /** The JSON value of a body without secrets. */
  inBody(body: unknown): unknown {
    this.#learn(body, true);
    return this.#without(body, true);
  }

  /** A secret may also stand in front of its own field. */
  #learn(value: unknown, isBody: boolean): void {
    if (typeof value !== "object" || value === null) return;
    for (const [name, field] of Object.entries(value))
      if (isSecret(name, field, isBody)) this.#replacing(field);
      else this.#learn(field, false);
  }

  #without(value: unknown, isBody: boolean): unknown {
    if (typeof value === "string") return this.inText(value);
    if (Array.isArray(value)) return value.map((item) => this.#without(item, false));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        this.inText(name),
        isSecret(name, field, isBody) ? this.#replacing(field) : this.#without(field, false),
      ]),
    );
  }

  #replacing(secret: string): string {
    if (secret === "" || placeholder.test(secret)) return secret;
    const known = this.#known.get(secret);
    if (known !== undefined) return known;
    this.#last += 1;
    const kind = /^(ptcm?_|sk-|whsec_)/.exec(secret)?.[0] ?? "secret-";
    const made = `${kind}placeholder-${String(this.#last).padStart(6, "0")}`;
    this.#known.set(secret, made);
    return made;
  }
}

/** In a text, in a JSON text and in an address. */
function waysToWrite(secret: string): string[] {
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])];
}

function startsOf(text: string, part: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    starts.push(at);
  return starts;
}

function isSecret(name: string, field: unknown, isBody: boolean): field is string {
  if (typeof field !== "string" || field === "") return false;
  return secretField.test(name) || (isBody && name === secretOfBody);
}

/** Whether a recorded text stands for another one: its placeholders stand for any text. */
export function standsFor(recorded: string, given: string): boolean {
  if (recorded === given) return true;
  if (!placeholder.test(recorded)) return false;
  const parts = recorded.split(/(?:ptcm?_|sk-|whsec_|secret-)placeholder-\d{6}/);
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("[^]+");
  return new RegExp(`^${pattern}$`).test(given);
}
