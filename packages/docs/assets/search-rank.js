// What a search finds, and in which order. No page is needed for it: it runs in tests as well.

/** What readers call a thing, in one word or several, and what these pages call it. */
const synonyms = {
  docker: ["deploy"],
  kubernetes: ["deploy"],
  k8s: ["kubernetes", "deploy"],
  systemd: ["deploy"],
  container: ["docker", "deploy"],
  helm: ["kubernetes", "deploy"],
  podman: ["docker", "deploy"],
  compose: ["docker"],
  deployment: ["deploy"],
  install: ["npm"],
  postgres: ["postgresql"],
  idempotency: ["retries", "retry"],
  idempotent: ["retries", "retry"],
  retry: ["again", "retries"],
  retries: ["retry"],
  fallback: ["fallbacks", "fail-over"],
  failover: ["fail-over"],
  "load balancing": ["fail-over", "providers"],
  zod: ["schema"],
  vector: ["embedding"],
  billing: ["credits", "cost"],
  spend: ["cost", "limit"],
  spending: ["cost", "limit"],
  price: ["cost", "prices"],
  pricing: ["cost", "prices"],
  quota: ["limits"],
  throttling: ["rate_limited"],
  "rate limit": ["rate_limited", "limits"],
  "rate limits": ["rate_limited", "limits"],
  "invalid api key": ["unauthenticated"],
  "wrong key": ["unauthenticated", "wrong_key_kind"],
  "too long": ["context_length_exceeded"],
  timeout: ["time-out", "overloaded"],
  login: ["authentication", "signing in"],
  sso: ["company's provider"],
  oidc: ["company's provider"],
  saml: ["company's provider"],
  okta: ["company's provider"],
  entra: ["company's provider"],
  "locked out": ["lost", "runbook"],
  rollback: ["downgrade", "upgrade", "restore"],
  upgrade: ["upgrading", "version"],
  caching: ["ask once", "cache"],
  pii: ["erase", "logged"],
  gdpr: ["erase", "logged"],
  privacy: ["erase", "zdr"],
  byok: ["credentials"],
  chat: ["responses"],
  completions: ["responses"],
};

/** The entries that a query finds, best first, each with the terms by which it was found. */
// biome-ignore lint/correctness/noUnusedVariables: search.js uses it; both become one file.
function rank(entries, query) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const wanted = words.map((word) => termsOf(entries, word));
  const scored = entries.map((entry) => {
    const scores = wanted.map((terms) => bestOf(entry, terms));
    return {
      entry,
      hits: scores.filter(({ score }) => score > 0).length,
      score: scores.reduce((sum, { score }) => sum + score, 0),
      terms: scores.filter(({ score }) => score > 0).map(({ text }) => text),
    };
  });
  // Where no place has all the words, those with the most of them.
  const most = Math.max(...scored.map(({ hits }) => hits));
  return scored.filter(({ hits }) => hits > 0 && hits === most).sort((a, b) => b.score - a.score);
}

/** The words of a query. Several that mean one thing together stay together. */
function wordsOf(query) {
  const known = Object.keys(synonyms).filter((name) => name.includes(" "));
  const text = query.toLowerCase().replace(/\s+/g, " ");
  const marked = known.reduce((all, name) => all.replace(name, name.replaceAll(" ", "_ ")), text);
  return (marked.match(/(?:[^ ]+_ )*[^ ]+/g) ?? []).map((word) => word.replaceAll("_ ", " "));
}

/** The word itself, its synonyms for less, and, where it is found nowhere, what differs from it by one slip. */
function termsOf(entries, word) {
  const own = { text: word, weight: 1 };
  const others = Object.hasOwn(synonyms, word) ? synonyms[word] : [];
  const terms = [own, ...others.map((text) => ({ text, weight: 0.8 }))];
  if (entries.some((entry) => bestOf(entry, terms).score > 0) || word.length < 4) return terms;
  const near = [...vocabularyOf(entries)].filter((known) => isOneSlipAway(known, word));
  return near.map((text) => ({ text, weight: 0.5 }));
}

function bestOf(entry, terms) {
  let best = { score: 0, text: "" };
  for (const { text, weight } of terms) {
    const score = scoreOf(entry, text) * weight;
    if (score > best.score) best = { score, text };
  }
  return best;
}

/**
 * An operation's id comes first, then the page of which the word is the title, names of fields, headings, and text; whole
 * words before parts. Guides and kinds of failures come before the reference, which repeats what they explain.
 */
function scoreOf({ u, p, h, t, k = [] }, word) {
  const names = k.map((name) => name.toLowerCase());
  const at = names.indexOf(word);
  const named = at === 0 ? 200 : at > 0 ? 60 : 0;
  const begun = names.some((name) => name.startsWith(word)) ? 12 : 0;
  const titled = h === p && places(h, word) > 1 ? 60 : 0;
  const said = places(h, word) * 10 + places(p, word) * 4 + places(t, word);
  return named + begun + titled + said * (/^(?:reference|changelog)/.test(u) ? 0.4 : 1);
}

function places(text, word) {
  const lower = text.toLowerCase();
  const at = lower.indexOf(word);
  if (at === -1) return 0;
  const starts = at === 0 || /\W/.test(lower[at - 1]);
  // Three letters are in many words that have nothing to do with them.
  if (!starts && word.length < 4) return 0;
  return starts ? (/\W|^$/.test(lower[at + word.length] ?? "") ? 3 : 2) : 1;
}

const vocabularies = new WeakMap();

function vocabularyOf(entries) {
  const known = vocabularies.get(entries);
  if (known) return known;
  const texts = entries.flatMap(({ p, h, t, k = [] }) => [p, h, t, ...k]);
  const words = new Set(
    texts
      .join(" ")
      .toLowerCase()
      .match(/[\w-]{4,}/g),
  );
  vocabularies.set(entries, words);
  return words;
}

/** One letter too many, too few, another one, or two neighbours that changed places. */
function isOneSlipAway(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
