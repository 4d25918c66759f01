import { useState } from "react";
import { apiAddress } from "../app/address.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "./buttons.tsx";
import { readPages } from "./csv-pages.ts";

interface CsvButtonProps {
  /** Of the operation, for example `/activity`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly fileName: string;
}

/** All rows of the list that the screen shows, as the gateway writes them for spreadsheets. */
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
  const text = await readPages(url);
  if (text === null) return false;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
  return true;
}
