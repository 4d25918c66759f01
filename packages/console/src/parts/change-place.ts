import type { Schema } from "@portico/client";

export interface ChangePlace {
  readonly to: "/keys" | "/budgets" | "/ledger" | "/workspaces" | "/configuration";
  readonly search: object;
  /** The operation that changes it. */
  readonly needs: string;
  /** The text of the link, by its name in the texts. */
  readonly verb: string;
}

/**
 * Where that is changed what an alert, a refused request or a provider's health is about: the screen, with its dialog open.
 * The cause is the kind of an alert or of a failure, or `health`. Subjects are named as alerts have it, and beside those
 * `guardrail:<name>`, `model:<id>` and `byok:<workspace>`. Null: nowhere.
 */
export function changePlace(cause: string, subject: string | null): ChangePlace | null {
  if (subject === null) return null;
  const colon = subject.indexOf(":");
  const [type, name] = [subject.slice(0, colon), subject.slice(colon + 1)];
  if (subject === "credits")
    return { to: "/ledger", search: { grant: true }, needs: "grantCredits", verb: subject };
  if (subject === "unbilled") return ofConfiguration("alerts", subject);
  switch (type) {
    case "key":
      return cause === "key_exposed"
        ? ofKey(name, "rotate", "rotateApiKey")
        : ofKey(name, "edit", "updateApiKey");
    case "budget": {
      // Behind the id stands whose part of it is spent.
      const search = { budget: name.split(":")[0], change: "edit" };
      return { to: "/budgets", search, needs: "updateBudget", verb: type };
    }
    case "byok": {
      const search = { workspace: name, tab: "byok" };
      return { to: "/workspaces", search, needs: "updateByokCredential", verb: type };
    }
    default: {
      const section = sections[type];
      return section === undefined ? null : ofConfiguration(`${section}/${name}`, type);
    }
  }
}

const sections: Readonly<Record<string, string>> = {
  provider: "providers",
  canary: "canaries",
  guardrail: "guardrails",
  model: "models",
};

function ofConfiguration(entry: string, verb: string): ChangePlace {
  return { to: "/configuration", search: { entry }, needs: "updateConfiguration", verb };
}

function ofKey(key: string, change: "edit" | "rotate", needs: string): ChangePlace {
  return { to: "/keys", search: { key, change }, needs, verb: change === "edit" ? "key" : change };
}

/** What is known of a request that was not served. */
interface Failed {
  readonly key: number | null;
  readonly model: string | null;
  readonly provider: string | null;
  /** Whose own credential it went by. */
  readonly byok?: string | null;
}

/** What has to be changed where the gateway does not name it; null where the request itself is wrong, or no setting is. */
export function subjectOfFailure(
  cause: string,
  { key, model, provider, byok = null }: Failed,
): string | null {
  if (cause === "model_not_found") return model && `model:${model}`;
  if (ofKeys.has(cause)) return key === null ? null : `key:${key}`;
  if (!ofProviders.has(cause)) return null;
  return byok === null ? provider && `provider:${provider}` : `byok:${byok}`;
}

const ofKeys: ReadonlySet<string> = new Set<Schema<"GenerationErrorKind">>([
  ...(["unauthenticated", "out_of_credits", "not_allowed", "network_not_allowed"] as const),
  "rate_limited",
]);

const ofProviders: ReadonlySet<string> = new Set<Schema<"GenerationErrorKind">>([
  ...(["secret_unreadable", "provider_failed", "overloaded", "rejected", "connection"] as const),
  ...(["timeout", "credential", "unpaid", "unopened", "malformed", "cut"] as const),
]);
