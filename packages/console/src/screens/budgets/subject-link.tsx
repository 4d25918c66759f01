import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { KeyLink, ProviderLink } from "../../parts/links.tsx";

/** What an alert is about, as a link to where one sees its cause. */
export function SubjectLink({ subject }: Pick<Schema<"Alert">, "subject">) {
  const [kind, id = ""] = subject.split(":");
  const words = <code>{subject}</code>;
  switch (kind) {
    case "key":
      return <KeyLink id={id}>{words}</KeyLink>;
    case "provider":
      return <ProviderLink id={id}>{words}</ProviderLink>;
    case "budget":
      return (
        <Link to="/budgets" search={{ budget: id }}>
          {words}
        </Link>
      );
    default:
      // The credits, and what no key was charged for.
      return <Link to="/ledger">{words}</Link>;
  }
}
