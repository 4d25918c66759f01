import type { ContentPart, RespondCall, Turn } from "@portico/core/model-call/respond-call";
import type { Abilities, Model } from "../../routing/catalog.ts";
import type { Link } from "../../routing/links.ts";
import { linksIn, linksInPassed } from "../paid-call/links-in.ts";

type CallWithOutputs = Pick<RespondCall, "conversation" | "tools" | "toolChoice">;

const abilityFor = { image: "images", file: "files" } as const;

/** The abilities that a request needs and not every endpoint has. */
export function needsOf({ conversation, tools, toolChoice }: CallWithOutputs): Partial<Abilities> {
  const parts = conversation.flatMap(contentOf);
  return {
    tools: tools.length > 0 && toolChoice !== "none",
    images: parts.some(({ type }) => type === "image"),
    files: parts.some(({ type }) => type === "file"),
  };
}

/** The addresses that an upstream would fetch. */
export function linksOf({
  conversation,
  passThrough,
}: Pick<RespondCall, "conversation" | "passThrough">): Link[] {
  const links = conversation.flatMap((turn) => linksIn(contentOf(turn)));
  return passThrough === undefined ? links : [...links, ...linksInPassed(passThrough)];
}

function contentOf(turn: Turn): readonly ContentPart[] {
  if (turn.type === "message") return turn.content;
  return turn.type === "result" ? turn.output : [];
}

/**
 * Parts of a function's output that are no text are forwarded only to models that support them (interface.md 2.6);
 * for other models a note replaces the part, so that the conversation can go on.
 */
export function adaptOutputs(conversation: readonly Turn[], model: Model): readonly Turn[] {
  if (!conversation.some(hasOtherParts)) return conversation;
  return conversation.map((turn) =>
    turn.type === "result"
      ? { ...turn, output: turn.output.map((part) => adaptPart(part, model)) }
      : turn,
  );
}

function hasOtherParts(turn: Turn): boolean {
  return turn.type === "result" && turn.output.some(({ type }) => type !== "text");
}

function adaptPart(part: ContentPart, model: Model): ContentPart {
  if (part.type === "text" || part.type === "foreign") return part;
  const ability = abilityFor[part.type];
  return isForwarded(ability, model)
    ? part
    : { type: "text", text: `[${part.type} left out: this model does not support ${ability}]` };
}

/** The kinds of parts in functions' outputs that the model gets. Models with the same kinds get the same outputs. */
export function forwardedBy(model: Model): readonly (keyof Abilities)[] {
  return Object.values(abilityFor).filter((ability) => isForwarded(ability, model));
}

function isForwarded(ability: keyof Abilities, { endpoints }: Model): boolean {
  return endpoints.some(({ abilities }) => abilities[ability]);
}
