import { useMay } from "../app/current-session.ts";
import { portico } from "../app/portico.ts";
import { texts } from "../texts/texts.ts";
import { Select } from "./select.tsx";

/** Of all workspaces at once: an organisation has few of them. */
export function useWorkspaces() {
  const { data } = portico.listWorkspaces.useQuery(
    { params: { query: { limit: 1000 } } },
    { enabled: useMay("listWorkspaces"), staleTime: 60_000 },
  );
  return data?.data ?? [];
}

/** The names of workspaces by their ids. */
export function useWorkspaceNames(): ReadonlyMap<string, string> {
  return new Map(useWorkspaces().map(({ id, name }) => [id, name]));
}

interface WorkspaceSelectProps {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** A filter, which is not drawn where there is one workspace only. */
export function WorkspaceSelect({ value, onChange }: WorkspaceSelectProps) {
  const workspaces = useWorkspaces();
  if (workspaces.length < 2) return null;
  return (
    <Select
      label={texts.parts.workspace}
      value={value ?? ""}
      anyLabel={texts.parts.allWorkspaces}
      options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
}
