import type { Schema } from "@portico/client";
import { portico } from "../../app/portico.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { fill } from "../../parts/fill.ts";
import { texts } from "../../texts/texts.ts";

interface RevokeKeyProps {
  readonly apiKey: Schema<"ApiKey">;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

const words = texts.keys.revocation;

export function RevokeKey({ apiKey, open, onClose, onRevoked }: RevokeKeyProps) {
  const revoke = portico.deleteApiKey.useMutation({
    onSuccess: onRevoked,
    // The key itself is gone: the drawer closes, and asks for it no more.
    invalidates: ["listApiKeys", "getCurrentKey", "listAuditEvents"],
  });
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={fill(words.title, { name: apiKey.name })}
      verb={words.verb}
      name={apiKey.name}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { path: { hash: apiKey.hash } } })}
    >
      <p>{words.lead}</p>
    </Confirm>
  );
}
