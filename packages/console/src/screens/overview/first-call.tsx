import { Link } from "@tanstack/react-router";
import { apiAddress } from "../../app/address.ts";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Section } from "../../parts/page.tsx";
import { Empty, Loading } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { firstCall } from "./first-call-text.ts";
import { refreshing } from "./refreshing.ts";

const words = texts.overview;
/** The gateway keeps days for good. */
const everBefore = "2000-01-01";

/** In place of figures, where the period has none: whether there was ever a request decides what to say. */
export function NoRequests() {
  const ever = portico.listActivity.useQuery(
    { params: { query: { start_date: everBefore, group_by: ["day"], limit: 1 } } },
    refreshing,
  );
  const [last] = ever.data?.data ?? [];
  if (ever.data === undefined && ever.error === null) return <Loading />;
  if (last === undefined) return <FirstCall />;
  return (
    <Empty title={words.quiet}>
      {words.lastDay} {last.date}
    </Empty>
  );
}

function FirstCall() {
  const mayModels = useMay("listModels");
  const mayKeys = useMay("createApiKey");
  const models = portico.listModels.useQuery({}, { enabled: mayModels });
  const call = firstCall(apiAddress, models.data?.data ?? []);
  return (
    <Section title={words.newTitle}>
      <p className="lead">{words.newLead}</p>
      {mayKeys && (
        <p>
          <Link to="/keys">{words.newKey}</Link>
        </p>
      )}
      <CodeBlock label={words.newCall} code={call} />
      <p className="fine">{words.newThen}</p>
    </Section>
  );
}
