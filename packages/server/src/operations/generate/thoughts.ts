import { wordsOf } from "@portico/core/answer/answer-item";
import type { SealThought } from "@portico/core/answer/draft";
import type { SealedThought, SentTurn } from "@portico/core/answer/wire";
import type { Carrier } from "@portico/core/model-call/carrier";
import type { Thought, Turn } from "@portico/core/model-call/respond-call";
import {
  compactionTurn,
  refuseSummary,
  summaryFamily,
  summaryTurn,
} from "@portico/core/wires/responses/compact";
import { TimeSlice } from "../../in-turns.ts";
import type { ThoughtSeals } from "../../secrets/thought-seal.ts";

/** The content of a seal: a whole thought, so that changes by a client to the words beside it do not matter. */
type Sealed = readonly [of: Carrier["of"], text: string, isSummary: boolean, data: string];

export function sealerFor(seals: ThoughtSeals, workspaceId: string): SealThought {
  return (thought, { family, of, data }) => {
    const sealed: Sealed = [of, wordsOf(thought), thought.isSummary, data];
    return seals.sealThought({ workspaceId, family }, JSON.stringify(sealed));
  };
}

export interface OpenedConversation {
  readonly conversation: readonly Turn[];
  /** The number of sealed thoughts that cannot be opened here and are left out. */
  readonly unopened: number;
}

/** In turns: a conversation may hold thousands of seals, and opening one takes a tenth of the time of a request. */
export function openThoughts(
  sent: readonly SentTurn[],
  seals: ThoughtSeals,
  workspaceId: string,
): OpenedConversation | Promise<OpenedConversation> {
  return sent.some(({ type }) => type === "sealed" || type === "thought")
    ? openEach(sent, seals, workspaceId)
    : { conversation: sent.filter((turn) => turn.type !== "sealed"), unopened: 0 };
}

async function openEach(
  sent: readonly SentTurn[],
  seals: ThoughtSeals,
  workspaceId: string,
): Promise<OpenedConversation> {
  const opened = new OpenedTurns();
  let unopened = 0;
  const slice = new TimeSlice();
  for (const turn of sent) {
    const one = turn.type === "sealed" ? openOne(turn, seals, workspaceId) : turn;
    if (one === null) unopened += 1;
    else opened.add(one);
    if (turn.type === "sealed" && slice.isOver) await slice.pass();
  }
  return { conversation: opened.end(), unopened };
}

/**
 * The turns in the order that vendors expect: the thought of a text stands behind it. Chat sends all thoughts of a
 * message in front of it.
 */
class OpenedTurns {
  readonly #turns: Turn[] = [];
  #ofNextText: Thought[] = [];

  add(turn: Turn): void {
    if (turn.type === "thought") this.#think(turn);
    else if (isSaid(turn)) this.#turns.push(turn, ...this.#waiting());
    else this.#turns.push(...this.#waiting(), turn);
  }

  end(): readonly Turn[] {
    this.#turns.push(...this.#waiting());
    return this.#turns;
  }

  #think(thought: Thought): void {
    const isEarly = thought.carrier?.of === "text" && !isSaid(this.#turns.at(-1));
    (isEarly ? this.#ofNextText : this.#turns).push(thought);
  }

  #waiting(): Thought[] {
    const waiting = this.#ofNextText;
    this.#ofNextText = [];
    return waiting;
  }
}

function isSaid(turn: Turn | undefined): boolean {
  return turn?.type === "message" && turn.role === "assistant";
}

function openOne(
  { seal, summaryAt }: SealedThought,
  seals: ThoughtSeals,
  workspaceId: string,
): Turn | null {
  const opened = seals.openThought(workspaceId, seal);
  const isSummary = opened?.family === summaryFamily;
  if (opened !== null && isSummary && summaryAt !== undefined) return summaryTurn(opened.thought);
  const thought: Sealed | null = opened === null || isSummary ? null : JSON.parse(opened.thought);
  if (summaryAt !== undefined) {
    if (opened === null || thought?.[0] !== "compaction") throw refuseSummary(summaryAt);
    return compactionTurn(opened.family, JSON.parse(thought[3]), summaryAt);
  }
  if (opened === null || thought === null || thought[0] === "compaction") return null;
  const [of, text, isShort, data] = thought;
  return {
    type: "thought",
    text,
    ...(isShort && { isSummary: isShort }),
    carrier: { family: opened.family, of, data },
  };
}
