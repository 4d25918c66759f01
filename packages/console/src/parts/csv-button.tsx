import { useState } from "react";
import { apiAddress } from "../app/address.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "./buttons.tsx";

interface CsvButtonProps {
  /** Of the operation, for example `/activity`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly fileName: string;
}

/** The same rows as the screen's, as the gateway writes them for spreadsheets. */
export function CsvButton({ path, query, fileName }: CsvButtonProps) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const save = async () => {
    setState("busy");
    const isSaved = await saveCsv(path, query, fileName).catch(() => false);
    setState(isSaved ? "ready" : "failed");
  };
  return (
    <Button onClick={() => void save()} isBusy={state === "busy"}>
      {state === "failed" ? texts.parts.csvFailed : texts.parts.csv}
    </Button>
  );
}

async function saveCsv(path: string, query: CsvButtonProps["query"], fileName: string) {
  const url = new URL(apiAddress + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const reply = await fetch(url, { headers: { accept: "text/csv" } });
  if (!reply.ok) return false;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
  return true;
}
