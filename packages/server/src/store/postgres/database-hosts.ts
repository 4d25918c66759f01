/** A host of DATABASE_URL or DATABASE_READ_URL. */
export interface DatabaseHost {
  /** The whole URL, with this host alone. */
  readonly url: string;
  /** For messages: it holds no password. */
  readonly name: string;
  /** Of Citus: small tables are not there. */
  readonly isWorker?: true;
}

/** A list of hosts stands between the user and the path, as libpq takes it. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;

function urlsOf(databaseUrl: string): readonly string[] {
  const [, before, list = "", behind] = form.exec(databaseUrl) ?? [];
  if (!list.includes(",")) return [databaseUrl];
  return list.split(",").map((host) => (host === "" ? "" : `${before}${host}${behind}`));
}

/** What is wrong with a URL, in words that follow its name. It may hold a password: no part of it is repeated. */
export function problemOfHosts(databaseUrl: string): string | null {
  const urls = urlsOf(databaseUrl);
  const wrong = urls.findIndex((url) => !isUrl(url)) + 1;
  if (urls.length === 1)
    return wrong === 0 ? null : "must be a URL like postgres://user:password@host:5432/database.";
  const example = "postgres://user:password@db-a:5432,db-b:5432/database";
  if (wrong > 0)
    return `names ${urls.length} hosts, but number ${wrong} is no host with a port: write them like ${example}.`;
  const { searchParams } = new URL(urls[0] ?? "");
  return searchParams.has("host") || searchParams.has("port")
    ? `has hosts in two places: leave out its parameters host and port, and write them like ${example}.`
    : null;
}

function isUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);
}

interface HostsOptions {
  /** Only lists are read there. */
  readonly mayBeStandby?: boolean;
  /** Of Citus: it has a part of the tables. */
  readonly mayBeWorker?: boolean;
  /** The first host is tried again so long after it was passed over. */
  readonly returnAfterMs?: number;
  /** Called when connections go to another host than before. */
  readonly onWarning?: (message: string) => void;
}

/** The hosts of a URL, and which of them the next connection tries first. All pools of a process share it. */
export class DatabaseHosts {
  readonly all: readonly DatabaseHost[];
  /** A single host is taken as it is. */
  readonly mustTakeWrites: boolean;
  readonly mayBeWorker: boolean;
  readonly #onWarning: (message: string) => void;
  readonly #returnAfterMs: number;
  #first = 0;
  #used = 0;
  #passedOverMs = 0;

  constructor(
    hosts: string | readonly DatabaseHost[],
    {
      mayBeStandby = false,
      mayBeWorker = false,
      returnAfterMs = Number.POSITIVE_INFINITY,
      onWarning = () => {},
    }: HostsOptions = {},
  ) {
    this.all = typeof hosts === "string" ? hostsIn(hosts) : hosts;
    this.mustTakeWrites = this.all.length > 1 && !mayBeStandby;
    this.mayBeWorker = mayBeWorker;
    this.#returnAfterMs = returnAfterMs;
    this.#onWarning = onWarning;
  }

  inTurn(): readonly DatabaseHost[] {
    // Each batch asks, and most stay at the first one.
    if (this.#first === 0) return this.all;
    if (performance.now() > this.#passedOverMs + this.#returnAfterMs) this.#first = 0;
    return [...this.all.slice(this.#first), ...this.all.slice(0, this.#first)];
  }

  /** The next connection tries another one first. */
  passOver(host: DatabaseHost): void {
    const at = this.all.indexOf(host);
    if (this.#first !== at) return;
    this.#first = (at + 1) % this.all.length;
    this.#passedOverMs = performance.now();
  }

  use(host: DatabaseHost, failures: readonly string[]): void {
    this.#first = this.all.indexOf(host);
    if (this.#first === this.#used) return;
    const before = this.all[this.#used]?.name;
    this.#used = this.#first;
    const why = failures.length === 0 ? "" : ` ${failures.join(" ")}`;
    this.#onWarning(`Connections to PostgreSQL go to ${host.name} now, not to ${before}.${why}`);
  }
}

export function hostsIn(databaseUrl: string): readonly DatabaseHost[] {
  return urlsOf(databaseUrl).map((url) => ({ url, name: nameOf(url) }));
}

/** Another host of the same cluster: the rest of the URL stays. `name` has its port. */
export function hostBeside({ url }: DatabaseHost, name: string): DatabaseHost {
  const beside = new URL(url);
  beside.searchParams.delete("host");
  beside.searchParams.delete("port");
  beside.host = name;
  return { url: beside.href, name };
}

function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}:${(searchParams.get("port") ?? port) || "5432"}`;
}
