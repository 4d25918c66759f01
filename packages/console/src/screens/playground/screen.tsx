import { getRouteApi } from "@tanstack/react-router";
import { useMay, useSession } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Page } from "../../parts/page.tsx";
import { Answered, Empty, Loading } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import "./playground.css";
import { useState } from "react";
import { Answer } from "./answer.tsx";
import { AskForm } from "./ask-form.tsx";
import { beginning, bodyOf, type Draft, groupsOf, type ModelGroups } from "./draft.ts";
import { useExchange } from "./use-exchange.ts";
import { wireFacts } from "./wire.ts";

const route = getRouteApi("/playground");

export function Screen() {
  const { again } = route.useSearch();
  return (
    <Page title={texts.playground.title} lead={texts.playground.lead}>
      {again === undefined ? (
        <Bench key="own" logged={null} />
      ) : (
        <AskedAgain key={again} id={again} />
      )}
    </Page>
  );
}

/** With the question as it was asked before, where it was kept and this session may read it. */
function AskedAgain({ id }: { readonly id: string }) {
  const { role } = useSession();
  const { data, isLoading } = portico.listGenerations.useQuery(
    { params: { query: { search: id, include: ["content"], limit: 1 } } },
    // Only management keys read content.
    { enabled: role !== "holder", staleTime: Number.POSITIVE_INFINITY },
  );
  if (isLoading) return <Loading />;
  const logged = data?.data[0]?.content?.request ?? null;
  return (
    <>
      {logged === null && <p className="notice">{texts.playground.notKept}</p>}
      <Bench logged={logged} />
    </>
  );
}

/** Only in the page's memory: it is gone when the page is closed or loaded again. */
let kept: { readonly session: string; readonly key: string } | null = null;

/** The ordinary key that a session without spending rights asks with. Another session does not get it. */
function useSpendingKey(): readonly [string | null, (key: string | null) => void] {
  const { id } = useSession();
  const session = id ?? "";
  const [key, setKey] = useState(kept?.session === session ? kept.key : null);
  const keep = (given: string | null) => {
    kept = given === null ? null : { session, key: given };
    setKey(given);
  };
  return [key, keep];
}

interface BenchProps {
  /** The body of a request that is asked again. */
  readonly logged: string | null;
}

/** The form on one side, and what comes on the other. */
function Bench({ logged }: BenchProps) {
  const models = portico.listModels.useQuery();
  return (
    <Answered
      query={models}
      isEmpty={({ data }) => data.length === 0}
      empty={<Empty title={texts.playground.noModels}>{texts.playground.noModelsHint}</Empty>}
    >
      {({ data }) => <Workplace logged={logged} groups={groupsOf(data)} />}
    </Answered>
  );
}

interface WorkplaceProps extends BenchProps {
  readonly groups: ModelGroups;
}

function Workplace({ logged, groups }: WorkplaceProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState<Draft>(() => beginning(search, logged, groups));
  const [key, keepKey] = useSpendingKey();
  const may = useMay(wireFacts[draft.wire].operationId);
  const exchange = useExchange(may ? null : key);
  const change = (changed: Draft) => {
    setDraft(changed);
    const { wire, question } = changed;
    void navigate({ search: { wire, model: question.model, again: search.again }, replace: true });
  };
  return (
    <div className="playground">
      <AskForm
        {...{ draft, groups, exchange }}
        onChange={change}
        needsKey={!may}
        spendingKey={key}
        onKey={keepKey}
        onAsk={() => exchange.ask(draft.wire, bodyOf(draft))}
      />
      <Answer draft={draft} exchange={exchange} />
    </div>
  );
}
