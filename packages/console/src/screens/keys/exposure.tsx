import type { Schema } from "@portico/client";
import { Time } from "../../parts/amounts.tsx";
import { Facts } from "../../parts/facts.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.keys.exposure;

/** Where a key was found, when, and what to do about it. The place is a text of strangers: it is shown, and not linked. */
export function Exposure({ apiKey }: { readonly apiKey: Schema<"ApiKey"> }) {
  return (
    <div className="notice failure" role="alert">
      <h3>{words.title}</h3>
      <Facts
        facts={[
          [words.when, <Time key="when" at={apiKey.exposed_at} />],
          [words.source, apiKey.exposed_source],
          [words.place, apiKey.exposed_url && <code>{apiKey.exposed_url}</code>],
        ]}
      />
      <ol>
        <li>{words.rotate}</li>
        <li>{words.remove}</li>
        <li>{words.look}</li>
      </ol>
    </div>
  );
}
