import { Count, Time, Usd } from "../../parts/amounts.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { formatMs } from "../../parts/format.ts";
import type { Column } from "../../parts/table.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { type Generation, wholeMs } from "./tail.ts";

const words = texts.requests.columns;

export const columns: readonly Column<Generation>[] = [
  { title: words.time, width: 1.35, cell: ({ created_at }) => <Time at={created_at} isShort /> },
  { title: words.model, width: 1.7, cell: ({ model }) => <Name name={model} /> },
  { title: words.status, width: 1.5, cell: (row) => <StatusBadge generation={row} /> },
  {
    title: words.key,
    width: 1.3,
    cell: ({ api_key_name, api_key_id }) => <Name name={api_key_name ?? api_key_id} />,
  },
  {
    title: words.app,
    width: 1.2,
    isMinor: true,
    cell: ({ app_title, http_referer }) => <Name name={app_title ?? http_referer} />,
  },
  {
    title: words.user,
    width: 1,
    isMinor: true,
    cell: ({ external_user }) => <Name name={external_user} />,
  },
  {
    title: words.tokens,
    align: "end",
    isMinor: true,
    width: 1.2,
    cell: ({ tokens_prompt, tokens_completion }) => (
      <>
        <Count count={tokens_prompt} isShort /> → <Count count={tokens_completion} isShort />
      </>
    ),
  },
  { title: words.whole, align: "end", width: 0.9, cell: (row) => <Whole generation={row} /> },
  {
    title: words.cost,
    width: 1.3,
    align: "end",
    cell: ({ usage, is_byok }) => (
      <>
        {is_byok && (
          <span className="fine" title={words.byokMeaning}>
            {words.byok}
          </span>
        )}{" "}
        <Usd amount={usage} isShort />
      </>
    ),
  },
];

/** What does not fit stands in the title. */
function Name({ name }: { readonly name: string | number | null }) {
  if (name === null) return <span className="none">–</span>;
  return <span title={String(name)}>{name}</span>;
}

function Whole({ generation }: { readonly generation: Generation }) {
  const whole = wholeMs(generation);
  if (whole === null) return <span className="none">–</span>;
  const first = generation.latency === null ? "–" : formatMs(generation.latency);
  return (
    <span className="figure" title={fill(words.firstByte, { time: first })}>
      {formatMs(whole)}
    </span>
  );
}

interface Standing {
  readonly tone: Tone;
  readonly word: string;
}

/** The status of the answer, and the word that explains it where something went wrong. */
export function StatusBadge({ generation }: { readonly generation: Generation }) {
  const { tone, word } = standingOf(generation);
  return (
    <Badge tone={tone}>
      {generation.status} {word}
    </Badge>
  );
}

function standingOf({ state, status, error, cancelled }: Generation): Standing {
  const words = texts.requests.standing;
  if (state === "pending") return { tone: "info", word: words.pending };
  if (state === "abandoned") return { tone: "bad", word: words.abandoned };
  if (state === "refunded") return { tone: "warning", word: words.refunded };
  if (cancelled === true) return { tone: "warning", word: words.hungUp };
  if (error !== null)
    return { tone: status >= 500 || status < 400 ? "bad" : "warning", word: error.code };
  return { tone: status >= 400 ? "bad" : "good", word: "" };
}
