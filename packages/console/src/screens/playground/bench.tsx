import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { Answer } from "./answer.tsx";
import { AskForm } from "./ask-form.tsx";
import { beginning, bodyOf, type Draft } from "./draft.ts";
import { groupsOf, type ModelGroups } from "./models.ts";
import { useSpendingKey } from "./spending-key.ts";
import { useExchange } from "./use-exchange.ts";
import { wireFacts } from "./wire.ts";

const route = getRouteApi("/playground");

interface BenchProps {
  /** The body of a request that is asked again. */
  readonly logged: string | null;
}

/** The form on one side, and what comes on the other. */
export function Bench({ logged }: BenchProps) {
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
