import { Link } from "@tanstack/react-router";
import { Count, Time } from "../../parts/amounts.tsx";
import { Facts } from "../../parts/facts.tsx";
import { formatMs } from "../../parts/format.ts";
import { KeyLink, ModelLink, ProviderLink, WorkspaceLink } from "../../parts/links.tsx";
import { Section } from "../../parts/page.tsx";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { type Generation, wholeMs } from "./tail.ts";

const words = texts.requests.facts;

/** Everything else that the gateway knows of a request. */
export function RequestFacts({ generation }: { readonly generation: Generation }) {
  return (
    <>
      <Section title={words.request}>
        <Facts facts={requestFacts(generation, useWorkspaceNames())} />
      </Section>
      <Section title={words.tokens}>
        <Facts facts={tokenFacts(generation)} />
      </Section>
    </>
  );
}

function requestFacts(generation: Generation, workspaces: ReadonlyMap<string, string>) {
  const { external_user, session_id, workspace_id, api_key_name } = generation;
  const whole = wholeMs(generation);
  return [
    [words.arrived, <Time key="arrived" at={generation.created_at} />],
    [words.booked, <Time key="booked" at={generation.settled_at} />],
    [words.operation, generation.operation],
    [words.model, <ModelLink key="model" id={generation.model} />],
    [words.provider, linkOf(ProviderLink, generation.provider_name, null)],
    [words.streamed, yesNo(generation.streamed)],
    [words.finish, generation.finish_reason],
    [words.latency, generation.latency === null ? null : formatMs(generation.latency)],
    [words.whole, whole === null ? null : formatMs(whole)],
    [words.key, linkOf(KeyLink, generation.api_key_id, api_key_name)],
    [
      words.workspace,
      linkOf(WorkspaceLink, workspace_id, workspaces.get(workspace_id ?? "") ?? null),
    ],
    [words.app, generation.app_title ?? generation.http_referer],
    [
      words.user,
      external_user && (
        <Link key="user" to="/requests" search={{ user: external_user }}>
          {external_user}
        </Link>
      ),
    ],
    [
      words.session,
      session_id && (
        <Link key="session" to="/requests" search={{ session: session_id }}>
          {session_id}
        </Link>
      ),
    ],
    // Their names are the operator's own.
    ...Object.entries(generation.tags ?? {}).map(
      ([name, value]) =>
        [
          name,
          <Link key={name} to="/requests" search={{ tag: `${name}=${value}` }}>
            {value}
          </Link>,
        ] as const,
    ),
    [words.requestId, generation.request_id && <code key="id">{generation.request_id}</code>],
  ] as const;
}

/** With the thing's name where it is known, else its id. */
function linkOf(ThingLink: typeof KeyLink, id: string | number | null, name: string | null) {
  if (id === null) return null;
  return (
    <ThingLink key="link" id={String(id)}>
      {name ?? String(id)}
    </ThingLink>
  );
}

function tokenFacts(generation: Generation) {
  const leftOut = (generation.provider_responses ?? []).reduce(
    (sum, { thoughts_left_out }) => sum + (thoughts_left_out ?? 0),
    0,
  );
  return [
    [words.input, <Count key="input" count={generation.tokens_prompt} />],
    [words.cached, <Count key="cached" count={generation.native_tokens_cached} />],
    [words.output, <Count key="output" count={generation.tokens_completion} />],
    [words.reasoning, <Count key="reasoning" count={generation.native_tokens_reasoning} />],
    [words.media, <Count key="media" count={generation.num_media_prompt} />],
    [words.counted, generation.estimated ? words.byGateway : words.byProvider],
    [words.leftOut, leftOut === 0 ? null : <Count key="leftOut" count={leftOut} />],
  ] as const;
}

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? texts.requests.yes : texts.requests.no;
}
