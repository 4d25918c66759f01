import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay, useSession } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Usd } from "../../parts/amounts.tsx";
import { Button, Copyable } from "../../parts/buttons.tsx";
import { subjectOfFailure } from "../../parts/change-place.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ErrorHint } from "../../parts/error-hint.tsx";
import { Facts } from "../../parts/facts.tsx";
import { formatUsd } from "../../parts/format.ts";
import { ChangeLink } from "../../parts/links.tsx";
import { Section } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { Attempts } from "./attempts.tsx";
import { StatusBadge } from "./columns.tsx";
import turnWords from "./conversation.json" with { type: "json" };
import { Conversation } from "./conversation.tsx";
import { pretty, turnsOf } from "./conversation-turns.ts";
import { givenBack, isRefundable, payerOf } from "./payer.ts";
import { RequestFacts } from "./request-facts.tsx";
import type { Generation } from "./tail.ts";

/** Why the request failed, and what the documentation says of this kind of failure. */
function RequestError({ generation }: { readonly generation: Generation }) {
  const { error } = generation;
  if (error === null) return null;
  return (
    <div className="notice failure">
      <p>
        <strong>{texts.requests.failedWith}</strong> <code>{error.code}</code>
      </p>
      <p>{error.message}</p>
      <ErrorHint code={error.code} />
      <p>
        <ChangeLink cause={error.code} subject={subjectOf(generation, error.code)} />
      </p>
    </div>
  );
}

function subjectOf(generation: Generation, code: string): string | null {
  const { api_key_id: key, model, provider_name: provider, workspace_id, is_byok } = generation;
  // What rights do not allow never becomes a record: here a guardrail has refused the answer.
  if (code === "not_allowed") return "guardrail:";
  return subjectOfFailure(code, { key, model, provider, byok: is_byok ? workspace_id : null });
}

const words = texts.requests.money;

/** From the hold to the charge, the parts of the cost, and who pays. */
function Money({ generation }: { readonly generation: Generation }) {
  const { held, usage, unbilled, provider_name, upstream_inference_cost } = generation;
  return (
    <Section title={words.title}>
      <ol className="hold">
        <li>
          <span className="fine">{words.held}</span> <Usd amount={held} />
        </li>
        <li>
          <span className="fine">{words.charged}</span>{" "}
          <span data-figure="request-charged" data-value={usage}>
            <Usd amount={usage} />
          </span>
        </li>
        <li>
          <span className="fine">{words.givenBack}</span> <Usd amount={givenBack(generation)} />
        </li>
      </ol>
      <p>
        {fill(words.payers[payerOf(generation)], {
          charged: formatUsd(usage),
          provider: provider_name ?? "–",
          estimate: formatUsd(upstream_inference_cost ?? 0),
        })}{" "}
        {unbilled > 0 && fill(words.unbilled, { unbilled: formatUsd(unbilled) })}
      </p>
      <CostDetails generation={generation} />
    </Section>
  );
}

function CostDetails({ generation: { cost_details, price } }: { readonly generation: Generation }) {
  if (cost_details === null) return <p className="fine">{words.notDivided}</p>;
  const parts = words.parts;
  return (
    <Facts
      facts={[
        [parts.input, <Usd key="input" amount={cost_details.input_cost} />],
        [parts.cacheRead, <Usd key="read" amount={cost_details.cache_read_cost} />],
        [parts.cacheWrite, <Usd key="write" amount={cost_details.cache_write_cost} />],
        [parts.output, <Usd key="output" amount={cost_details.output_cost} />],
        [
          parts.discount,
          <Usd key="discount" amount={cost_details.discount === 0 ? 0 : -cost_details.discount} />,
        ],
        [parts.unbilled, <Usd key="unbilled" amount={cost_details.unbilled} />],
        [parts.price, price],
      ]}
    />
  );
}

interface RequestDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
}

export function RequestDrawer({ id, onClose }: RequestDrawerProps) {
  return (
    <Dialog
      as="drawer"
      open={id !== undefined}
      onClose={onClose}
      title={texts.requests.one}
      {...(id === undefined ? {} : { lead: <Copyable text={id} label={texts.requests.copyId} /> })}
    >
      {id !== undefined && <Request key={id} id={id} />}
    </Dialog>
  );
}

function Request({ id }: { readonly id: string }) {
  const query = portico.getGeneration.useQuery({ params: { query: { id } } });
  const { role } = useSession();
  return (
    <Answered query={query}>
      {({ data }) => (
        <div className="request">
          <div className="actions">
            <StatusBadge generation={data} />
            <AskAgain generation={data} />
            <Refund generation={data} />
          </div>
          <RequestError generation={data} />
          <Attempts generation={data} />
          <Money generation={data} />
          <RequestFacts generation={data} />
          {/* Only management keys read content. */}
          {role !== "holder" && <RequestContent id={id} />}
        </div>
      )}
    </Answered>
  );
}

/** The playground speaks the three wires of text models. */
function AskAgain({ generation: { id, operation, model } }: { readonly generation: Generation }) {
  if (operation !== "responses" && operation !== "chat" && operation !== "messages") return null;
  return (
    <Link to="/playground" search={{ wire: operation, model, again: id }} className="button">
      {texts.requests.askAgain}
    </Link>
  );
}

const refundWords = texts.requests.refund;

/** Gives back what was booked, where the contract allows it. It cannot be undone. */
function Refund({ generation }: { readonly generation: Generation }) {
  const [isOpen, setOpen] = useState(false);
  const refund = portico.refundGeneration.useMutation({ onSuccess: () => setOpen(false) });
  if (!useMay("refundGeneration") || !isRefundable(generation)) return null;
  const { id, usage } = generation;
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {refundWords.verb}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={refundWords.title}
        lead={fill(refundWords.warning, { amount: formatUsd(usage), id })}
        verb={refundWords.verb}
        name={id.slice(-6)}
        sending={refund}
        onConfirm={() => refund.mutate({ body: { id } })}
      />
    </>
  );
}

const contentWords = texts.requests.content;

/** What was asked and answered. It is fetched when the reader wants it, not with the facts. */
function RequestContent({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={contentWords.title}>
      {isOpen ? (
        <Content id={id} />
      ) : (
        <p>
          <Button onClick={() => setOpen(true)}>{contentWords.show}</Button>
        </p>
      )}
    </Section>
  );
}

function Content({ id }: { readonly id: string }) {
  const query = portico.listGenerations.useQuery({
    params: { query: { search: id, include: ["content"], limit: 1 } },
  });
  return (
    <Answered
      query={query}
      isEmpty={({ data }) => !data[0]?.content}
      empty={<Empty title={contentWords.none}>{contentWords.noneHint}</Empty>}
    >
      {({ data: [row] }) => row?.content && <Kept content={row.content} />}
    </Answered>
  );
}

/** As a conversation where it is one, with the bodies below. */
function Kept({ content: { request, reply } }: { readonly content: Schema<"GenerationContent"> }) {
  const turns = turnsOf(request, reply);
  const bodies = (
    <>
      <CodeBlock label={contentWords.request} code={pretty(request)} />
      <CodeBlock label={contentWords.reply} code={pretty(reply)} />
    </>
  );
  if (turns === null) return bodies;
  return (
    <>
      <Conversation turns={turns} />
      <details>
        <summary>{turnWords.asJson}</summary>
        {bodies}
      </details>
    </>
  );
}
