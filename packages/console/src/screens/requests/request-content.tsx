import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Section } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.requests.content;

/** What was asked and answered. It is fetched when the reader wants it, not with the facts. */
export function RequestContent({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={words.title}>
      {isOpen ? (
        <Content id={id} />
      ) : (
        <p>
          <Button onClick={() => setOpen(true)}>{words.show}</Button>
        </p>
      )}
    </Section>
  );
}

function Content({ id }: { readonly id: string }) {
  const query = portico.listGenerations.useQuery({
    params: { query: { search: id, include: ["content"], limit: 1 } },
  });
  return (
    <Answered
      query={query}
      isEmpty={({ data }) => !data[0]?.content}
      empty={<Empty title={words.none}>{words.noneHint}</Empty>}
    >
      {({ data: [row] }) =>
        row?.content && (
          <>
            <CodeBlock label={words.request} code={pretty(row.content.request)} />
            <CodeBlock label={words.reply} code={pretty(row.content.reply)} />
          </>
        )
      }
    </Answered>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
