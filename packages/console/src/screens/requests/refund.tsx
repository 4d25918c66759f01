import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { fill } from "../../parts/fill.ts";
import { formatUsd } from "../../parts/format.ts";
import { texts } from "../../texts/texts.ts";
import { isRefundable } from "./payer.ts";
import type { Generation } from "./tail.ts";

const words = texts.requests.refund;

/** Gives back what was booked, where the contract allows it. It cannot be undone. */
export function Refund({ generation }: { readonly generation: Generation }) {
  const [isOpen, setOpen] = useState(false);
  const refund = portico.refundGeneration.useMutation({ onSuccess: () => setOpen(false) });
  if (!useMay("refundGeneration") || !isRefundable(generation)) return null;
  const { id, usage } = generation;
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {words.verb}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={words.title}
        verb={words.verb}
        name={id.slice(-6)}
        isBusy={refund.isPending}
        error={refund.error}
        onConfirm={() => refund.mutate({ body: { id } })}
      >
        <p>{fill(words.warning, { amount: formatUsd(usage), id })}</p>
      </Confirm>
    </>
  );
}
