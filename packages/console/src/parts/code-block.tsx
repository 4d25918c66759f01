import { CopyButton } from "./buttons.tsx";

export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <figure className="code-block">
      <figcaption>
        {label} <CopyButton text={code} />
      </figcaption>
      <pre>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
