import { type CodeKind, codeKindsOf, codeOf, type PlannedRequest } from "@portico/try-it";
import { useState } from "react";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Select } from "../../parts/select.tsx";
import { texts } from "../../texts/texts.ts";

/** The request as code. The key is not in it: the code reads it from its environment. */
export function Code({ plan }: { readonly plan: PlannedRequest }) {
  const kinds = codeKindsOf(plan);
  const [chosen, setChosen] = useState<CodeKind>("curl");
  const kind = kinds.find((each) => each === chosen) ?? "curl";
  return (
    <div className="answer">
      <Select
        label={texts.playground.copyAs}
        value={kind}
        options={kinds.map((value) => ({ value, label: value }))}
        onChange={(value) => value && setChosen(value)}
      />
      <CodeBlock label={kind} code={codeOf(kind, plan)} />
    </div>
  );
}
