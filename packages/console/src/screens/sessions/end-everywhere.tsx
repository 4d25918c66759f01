import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico, queryClient } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.sessions;

/** Signs out everywhere: all of one's own sessions, or for an admin those of everybody. This page's is among them. */
export function EndEverywhere({ mayEndAll }: { readonly mayEndAll: boolean }) {
  const [asked, setAsked] = useState<"own" | "all">();
  const mayEnd = useMay("revokeSessions");
  const end = portico.revokeSessions.useMutation({
    onSuccess: () => queryClient.resetQueries(),
  });
  if (!mayEnd) return null;
  return (
    <>
      <Button onClick={() => setAsked("own")}>{words.endOwn}</Button>
      {mayEndAll && (
        <Button kind="danger" onClick={() => setAsked("all")}>
          {words.endAll}
        </Button>
      )}
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === "all" ? words.endAll : words.endOwn}
        verb={asked === "all" ? words.endAll : words.endOwn}
        isBusy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate({ params: { query: { all: asked === "all" } } })}
      >
        <p>{asked === "all" ? words.endAllLead : words.endOwnLead}</p>
      </Confirm>
    </>
  );
}
