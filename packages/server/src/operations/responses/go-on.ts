import type { Schema } from "@portico/contract";
import { refusedField } from "@portico/core/failures";
import { notKept } from "@portico/core/wires/responses/kept";
import { RecordedEvents } from "../idempotency/recorded-events.ts";
import type { Context, Operation } from "../operation.ts";
import type { Item, KeptConversation, KeptResponses } from "./kept-responses.ts";

type Request = Schema<"ResponseRequest">;
type Reference = Schema<"ItemReference">;
type Conversing = Pick<Request, "input" | "previous_response_id">;

/** As many as the contract allows. */
const mostItems = 4096;
const sealedThoughts = "reasoning.encrypted_content";

/** The operation, where the operator keeps responses: with the conversation that the request goes on from, and keeping its response. */
export function keepingResponses(
  operation: Operation<"createResponse">,
): Operation<"createResponse"> {
  return async (input, context) => {
    const { keptResponses: kept } = context.gateway;
    if (kept === null) return operation(input, context);
    const body = await wholeConversation(input.body, context);
    if (body.store === false) return operation({ ...input, body }, context);
    // Thoughts that are not sent along could not go back to their vendor.
    const include = [...new Set([...(body.include ?? []), sealedThoughts])];
    const reply = await operation({ ...input, body: { ...body, include } }, context);
    const keep = (response: Schema<"Response">) =>
      kept.keep(context.caller, { items: itemsOf(body.input), response });
    if (reply.type === "json") await keep(reply.body);
    if (reply.type !== "events") return reply;
    const events = RecordedEvents.last(reply.events, async (text) => {
      const response = text === null ? null : endedIn(text);
      if (response !== null) await keep(response);
    });
    return { ...reply, events };
  };
}

/** The body with the items that it refers to. Throws a GatewayError (400) where one is not kept for its key. */
export async function wholeConversation<Body extends Conversing>(
  body: Body,
  context: Pick<Context, "gateway" | "caller">,
): Promise<Body> {
  const { keptResponses: kept, configuration } = context.gateway;
  const { previous_response_id: previous, input } = body;
  const isReferring = typeof input !== "string" && input?.some(isReference);
  if (kept === null || !(previous || isReferring)) return body;
  const loading = new Loading(kept, context.caller, configuration.limits.bodyBytes);
  const before = previous ? await loading.conversation(previous) : [];
  const items = [...before, ...(await loading.resolved(itemsOf(input)))];
  if (items.length > mostItems)
    throw refusedField(
      "input",
      `input has ${items.length} items with those that it goes on from. It may have ${mostItems}.`,
    );
  return { ...body, input: items };
}

class Loading {
  readonly #kept: KeptResponses;
  readonly #owner: Context["caller"];
  #charactersLeft: number;
  readonly #known = new Map<string, Item>();

  constructor(kept: KeptResponses, owner: Context["caller"], mostCharacters: number) {
    this.#kept = kept;
    this.#owner = owner;
    this.#charactersLeft = mostCharacters;
  }

  async conversation(id: string): Promise<readonly Item[]> {
    const field = "previous_response_id";
    const found = await this.#load(id, field);
    if (found === null) throw notKept(field, "response", this.#kept.days);
    return allItems(found);
  }

  /** The last one first: its response holds the whole conversation, so that most references cost one look. */
  async resolved(items: readonly Item[]): Promise<readonly Item[]> {
    const whole = [...items];
    for (const [index, item] of [...items.entries()].reverse()) {
      if (!isReference(item)) continue;
      const field = `input[${index}]`;
      if (!this.#known.has(item.id)) await this.#load(responseOf(item.id), field);
      const known = this.#known.get(item.id);
      if (known === undefined) throw notKept(field, "item", this.#kept.days);
      whole[index] = known;
    }
    return whole;
  }

  async #load(id: string, field: string): Promise<KeptConversation | null> {
    const found = await this.#kept.find(this.#owner, id);
    if (found === null) return null;
    this.#charactersLeft -= JSON.stringify(found).length;
    if (this.#charactersLeft < 0)
      throw refusedField(field, `${field} refers to more than a body may hold.`);
    for (const item of allItems(found)) if ("id" in item && item.id) this.#known.set(item.id, item);
    return found;
  }
}

function allItems({ items, response }: KeptConversation): readonly Item[] {
  return [...items, ...(response.output as readonly Item[])];
}

function itemsOf(input: Request["input"]): readonly Item[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : input;
}

function isReference(item: Item): item is Reference {
  return item.type === "item_reference";
}

/** Ids of items that name their response, so that references to them need no table. */
export function itemIdsOf(generationId: string): () => string {
  const name = generationId.replace(/^gen-/, "");
  let made = 0;
  return () => {
    made += 1;
    return `${name}_${made}`;
  };
}

function responseOf(itemId: string): string {
  return `gen-${/^[a-z]+_(.+)_\d+$/.exec(itemId)?.[1] ?? itemId}`;
}

const terminal = /^data: (\{"type":"response\.(?:completed|incomplete)".*)$/m;

function endedIn(events: string): Schema<"Response"> | null {
  const [, event] = terminal.exec(events) ?? [];
  return event === undefined ? null : JSON.parse(event).response;
}
