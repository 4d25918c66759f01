import type { Schema } from "@portico/client";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { texts } from "../../texts/texts.ts";
import { changesOf } from "./changes.ts";

const words = texts.audit;

/** The fields of a change side by side: what each was, and what it is. */
export function ChangesTable({ event }: { readonly event: Schema<"AuditEvent"> }) {
  const changes = changesOf(event.before, event.after);
  if (changes.length === 0) return <p className="fine">{words.noFields}</p>;
  return (
    <ScrollBox>
      <table className="changes">
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before === null ? <Absent /> : <del>{before}</del>}</td>
              <td>{after === null ? <Absent /> : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Absent() {
  return (
    <span className="none" title={words.absent}>
      –
    </span>
  );
}
