import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { CredentialCheck } from "../../parts/credential-check.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { Editor } from "./editor.tsx";
import { History } from "./history.tsx";
import words from "./words.json" with { type: "json" };
import "./configuration.css";

type Configuration = Schema<"Configuration">;

export function Screen() {
  const query = portico.getConfiguration.useQuery({});
  const mayChange = useMay("updateConfiguration");
  const [added, setAdded] = useState<readonly string[]>([]);
  return (
    <Page title={texts.configuration.title} lead={words.lead}>
      <Answered query={query}>
        {({ data }) => (
          <div className="details">
            <Present configuration={data} />
            {added.length > 0 && (
              <Section title={words.try}>
                {added.map((provider) => (
                  <CredentialCheck key={provider} provider={provider} />
                ))}
                <p>
                  <Link to="/playground">{words.ask}</Link>
                </p>
              </Section>
            )}
            <Editor
              // Another version begins with its own text.
              key={data.version}
              configuration={data}
              mayChange={mayChange && !data.read_only}
              onApplied={setAdded}
            />
            <History mayChange={mayChange && !data.read_only} />
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Present({ configuration }: { readonly configuration: Configuration }) {
  const { read_only: isReadOnly, problem } = configuration;
  return (
    <>
      {problem !== null && <p role="alert">{fill(words.problem, { problem })}</p>}
      {isReadOnly && <p>{words.readOnly}</p>}
      <Facts facts={factsOf(configuration)} />
    </>
  );
}

function factsOf(configuration: Configuration): readonly (readonly [string, ReactNode])[] {
  const { version, source, waiting } = configuration;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.version, String(version)],
    [words.source, words.sources[source]],
    [words.made, configuration.created_at && <Time key="made" at={configuration.created_at} ago />],
    [words.by, configuration.created_by],
    [words.note, configuration.note],
    [words.waiting, waiting.length === 0 ? null : waiting.join(", ")],
  ];
  return facts.filter(([, value]) => value !== null);
}
