import { CodeBlock } from "../../parts/code-block.tsx";
import { fill } from "../../parts/words.ts";
import words from "./conversation.json" with { type: "json" };
import type { Part, Turn } from "./conversation-turns.ts";

const roles: Readonly<Record<string, string>> = words.roles;

/** Who said what, in turns. Nothing of it is fetched, and nothing is read as markup. */
export function Conversation({ turns }: { readonly turns: readonly Turn[] }) {
  return (
    <ol className="turns" aria-label={words.conversation}>
      {turns.map(({ role, parts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the turns of a kept request never change
        <li key={index} className={`turn turn-${role}`}>
          <strong>{roles[role] ?? role}</strong>
          {parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <TurnPart key={at} part={part} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function TurnPart({ part: { kind, text, name } }: { readonly part: Part }) {
  if (kind === "text") return <p className="turn-text">{text}</p>;
  if (kind === "media") return <p className="fine">{fill(words.media, { type: name })}</p>;
  if (kind === "thought")
    return text === "" ? (
      <p className="fine">{words.sealedThought}</p>
    ) : (
      <details>
        <summary>{words.thought}</summary>
        <p className="turn-text">{text}</p>
      </details>
    );
  return <CodeBlock label={fill(words.kinds[kind], { name })} code={text} />;
}
