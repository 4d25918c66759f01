import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Time } from "../../parts/amounts.tsx";
import { fill } from "../../parts/fill.ts";
import { formatMs } from "../../parts/format.ts";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { spoken } from "../../parts/spoken.ts";
import { texts } from "../../texts/texts.ts";

const words = texts.providers;

/** Attempts that did not serve their request, each with the request's own page. */
export function LastErrors({
  failures,
}: {
  readonly failures: readonly Schema<"ProviderFailure">[];
}) {
  if (failures.length === 0) return <p className="fine">{words.noErrors}</p>;
  return (
    <ScrollBox>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.why}</th>
            <th scope="col">{words.model}</th>
            <th scope="col">{words.took}</th>
            <th scope="col">{words.request}</th>
          </tr>
        </thead>
        <tbody>
          {failures.map((failure) => (
            <tr key={`${failure.generation_id} ${failure.at} ${failure.upstream_model}`}>
              <td>
                <Time at={failure.at} ago />
              </td>
              <td>
                {spoken(failure.failure)}
                {failure.status !== null && <span className="fine"> HTTP {failure.status}</span>}
              </td>
              <td>{failure.model}</td>
              <td>{formatMs(failure.latency)}</td>
              <td>
                <Link to="/requests" search={{ id: failure.generation_id }}>
                  {failure.served_by === null
                    ? words.notServed
                    : fill(words.servedBy, { provider: failure.served_by })}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
