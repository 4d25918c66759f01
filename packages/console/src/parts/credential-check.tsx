import type { Schema } from "@portico/client";
import { useMay } from "../app/current-session.ts";
import { portico } from "../app/portico.ts";
import { texts } from "../texts/texts.ts";
import { Time } from "./amounts.tsx";
import { Badge, type Tone } from "./badge.tsx";
import { Button } from "./buttons.tsx";
import { formatMs } from "./format.ts";
import { Failure } from "./states.tsx";
import { fill } from "./words.ts";

const words = texts.parts.check;

interface CredentialCheckProps {
  readonly provider: string;
  /** A credential of a workspace; without it, the operator's is checked. */
  readonly byokId?: string;
}

/** Asks the provider now whether it accepts a credential, and says what came of it. */
export function CredentialCheck({ provider, byokId }: CredentialCheckProps) {
  const isAllowed = useMay("checkProvider");
  const check = portico.checkProvider.useMutation();
  if (!isAllowed) return null;
  const start = () =>
    check.mutate({
      params: { path: { slug: provider } },
      body: byokId === undefined ? {} : { byok_id: byokId },
    });
  return (
    <Asking
      {...{ provider, start }}
      verb={words.now}
      asking={check}
      found={check.data?.data ?? null}
    />
  );
}

/** The same for a provider as a text has it that is not in use. */
export function DraftCheck({
  provider,
  yaml,
}: {
  readonly provider: string;
  readonly yaml: string;
}) {
  const plan = portico.planConfiguration.useMutation();
  const start = () => plan.mutate({ body: { yaml, check: provider } });
  return (
    <Asking
      {...{ provider, start }}
      verb={fill(words.test, { provider })}
      asking={plan}
      found={plan.data?.data.check ?? null}
    />
  );
}

interface AskingProps {
  readonly provider: string;
  readonly verb: string;
  readonly start: () => void;
  readonly asking: { readonly isPending: boolean; readonly error: Error | null };
  readonly found: Schema<"ProviderCheck"> | null;
}

function Asking({ provider, verb, start, asking, found }: AskingProps) {
  const { isPending, error } = asking;
  return (
    <div className="check-credential">
      <Button onClick={start} isBusy={isPending}>
        {verb}
      </Button>
      <output>
        {isPending && (
          <>
            <progress aria-label={verb} /> {fill(words.asking, { provider })}
          </>
        )}
        {!isPending && found !== null && <CheckResult check={found} />}
      </output>
      {error !== null && <Failure error={error} onRetry={start} />}
    </div>
  );
}

const tones: Readonly<Record<Schema<"ProviderCheck">["outcome"], Tone>> = {
  accepted: "good",
  doubtful: "warning",
  failed: "bad",
  unchecked: "plain",
};

function CheckResult({ check }: { readonly check: Schema<"ProviderCheck"> }) {
  const { outcome, message, status, missing_models: missing, latency, checked_at } = check;
  return (
    <>
      <Badge tone={tones[outcome]}>{words.outcomes[outcome]}</Badge> {message}
      {missing.length > 0 && <> {fill(words.missing, { models: missing.join(", ") })}</>}{" "}
      <span className="fine">
        {status !== null && `HTTP ${status}, `}
        {formatMs(latency)}, <Time at={checked_at} ago />
      </span>
    </>
  );
}
