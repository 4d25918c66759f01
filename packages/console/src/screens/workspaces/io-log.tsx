import type { Schema } from "@portico/client";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { formatCount, formatShare } from "../../parts/format.ts";
import { TextInput } from "../../parts/inputs.tsx";
import { Section } from "../../parts/page.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";

const words = texts.workspaces.log;

/** What the I/O log of a workspace keeps, and how it is erased. */
export function IoLog({ workspace }: { readonly workspace: Schema<"Workspace"> }) {
  const isOn = workspace.is_observability_io_logging_enabled;
  const mayErase = useMay("eraseIoLog");
  return (
    <div className="details">
      <p>
        <Badge tone={isOn ? "warning" : "plain"}>{isOn ? words.on : words.off}</Badge>{" "}
        {isOn
          ? fill(words.share, { share: formatShare(workspace.io_logging_sampling_rate) })
          : words.nothingKept}
      </p>
      <p>{words.meaning}</p>
      {mayErase && <EraseLog workspace={workspace} />}
    </div>
  );
}

function EraseLog({ workspace }: { readonly workspace: Schema<"Workspace"> }) {
  const [user, setUser] = useState("");
  const [isOpen, setOpen] = useState(false);
  const erase = portico.eraseIoLog.useMutation({ onSuccess: () => setOpen(false) });
  const one = user.trim();
  const start = () =>
    erase.mutate({
      params: { path: { id: workspace.id }, query: one === "" ? {} : { user: one } },
    });
  const count = erase.data?.count;
  return (
    <Section title={words.erase}>
      <TextInput
        label={words.user}
        hint={words.userHint}
        value={user}
        onChange={(name) => {
          setUser(name);
          // What was erased before was another one's.
          erase.reset();
        }}
      />
      <div className="actions">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {one === "" ? words.eraseAll : fill(words.eraseOne, { user: one })}
        </Button>
      </div>
      <output>
        {count !== undefined &&
          (count === 1 ? words.erasedOne : fill(words.erased, { count: formatCount(count) }))}
      </output>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={one === "" ? words.eraseAll : fill(words.eraseOne, { user: one })}
        lead={words.noWayBack}
        verb={words.verb}
        name={workspace.name}
        sending={erase}
        onConfirm={start}
      />
    </Section>
  );
}
