import { type Faults, type Fields, inBody, inChunks, inStream, put, type Told } from "./fault.ts";

const calls = /\/(embeddings|rerank|responses|chat\/completions|messages)$/;
const embeddings = /\/embeddings$/;

const inDetails = (field: string, usd: number, path = calls) =>
  inBody(path, (body) => put(body, ["usage", "cost_details", field], usd));

/** Wherever a usage stands in an event. */
const inUsage = (event: Fields, field: string, value: unknown) => {
  put(event, ["usage", field], value);
  put(event, ["response", "usage", field], value);
};

/** Without its generation's id, or with another. */
const unnamed = (told: Told, id?: string): Told => {
  const { "x-generation-id": _, ...headers } = told.headers;
  return { ...told, headers: { ...headers, ...(id !== undefined && { "x-generation-id": id }) } };
};

/** Lies about what a reply costs, and about which generation it is. */
export const costFaults = {
  costByMore: inDetails("input_cost", 9),
  costDiscounted: inDetails("discount", 0.000000001),
  costUnbilled: inDetails("unbilled", 1),
  costCachedInEmbeddings: inDetails("cache_read_cost", 0.000000001, embeddings),
  costLeftOut: inBody(embeddings, (body) => put(body, ["usage", "cost"], undefined)),
  costOtherThanHeader: inBody(embeddings, (body) => put(body, ["usage", "cost"], 7)),
  costDetailsLeftOut: inBody(embeddings, (body) => put(body, ["usage", "cost_details"], undefined)),
  costLeftOutOfStream: inStream((events) => {
    for (const event of events) inUsage(event, "cost", undefined);
    return events;
  }),
  costOtherInChunks: inChunks((chunks) => {
    for (const chunk of chunks) inUsage(chunk, "cost", 7);
    return chunks;
  }),
  generationUnnamed: {
    tell: (told, { url }) => (calls.test(url) && told.status < 400 ? unnamed(told) : told),
  },
  generationUnnamedInFailures: {
    tell: (told, { url }) => (calls.test(url) && told.status >= 400 ? unnamed(told) : told),
  },
  generationOfAnother: {
    tell: (told, { url }) => (calls.test(url) ? unnamed(told, "gen-of-another") : told),
  },
  repetitionPaidAgain: {
    ask({ headers: { "idempotency-key": _, ...headers }, ...asked }) {
      return { ...asked, headers };
    },
  },
  repetitionOfAnother: {
    tell: (told, { headers }) =>
      told.status === 409 && "idempotency-key" in headers ? { ...told, status: 200 } : told,
  },
} satisfies Faults;
