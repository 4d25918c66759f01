import { useNavigate } from "@tanstack/react-router";
import { texts } from "../texts/texts.ts";
import { useMay } from "./current-session.ts";
import type { Found } from "./found.ts";
import { portico } from "./portico.ts";
import { changeSettings } from "./settings.ts";

/** Lists that the gateway gives whole are searched here. Few of each kind are offered. */
const mostOfKind = 8;

export function matches(asked: string, ...names: readonly string[]): boolean {
  const words = asked.toLowerCase().split(/\s+/);
  const text = names.join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

export function useWorkspaceFindings(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useMay("listWorkspaces") && asked.length > 1;
  const query = { params: { query: { limit: 1000 } } };
  const { data } = portico.listWorkspaces.useQuery(query, { enabled: isAsked });
  if (!isAsked) return [];
  return (data?.data ?? [])
    .filter(({ id, name, slug }) => matches(asked, id, name, slug))
    .slice(0, mostOfKind)
    .map(({ id, name, slug }) => ({
      id: `workspace:${id}`,
      label: name,
      note: slug,
      go: () => void navigate({ to: "/workspaces", search: { workspace: id } }),
    }));
}

export function useProviderFindings(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useMay("listProviders") && asked.length > 1;
  const { data } = portico.listProviders.useQuery({}, { enabled: isAsked });
  if (!isAsked) return [];
  return (data?.data ?? [])
    .filter(({ name }) => matches(asked, name))
    .slice(0, mostOfKind)
    .map(({ name, slug }) => ({
      id: `provider:${slug}`,
      label: name,
      go: () => void navigate({ to: "/providers", search: { provider: slug } }),
    }));
}

export function useBudgetFindings(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useMay("listBudgets") && asked.length > 1;
  const { data } = portico.listBudgets.useQuery(
    { params: { query: { limit: 1000 } } },
    { enabled: isAsked },
  );
  if (!isAsked) return [];
  return (data?.data ?? [])
    .filter(({ id, name, end_user }) => matches(asked, id, name ?? "", end_user ?? ""))
    .slice(0, mostOfKind)
    .map(({ id, name, end_user }) => ({
      id: `budget:${id}`,
      label: name ?? end_user ?? id,
      note: name === null ? undefined : (end_user ?? undefined),
      go: () => void navigate({ to: "/budgets", search: { budget: id } }),
    }));
}

/** Each zone that the browser knows, once something of its name is typed. */
export function useZoneFindings(asked: string): readonly Found[] {
  if (asked.length < 2) return [];
  return ["UTC", ...Intl.supportedValuesOf("timeZone")]
    .map((zone) => ({ zone, label: `${texts.frame.zone}: ${zone.replaceAll("_", " ")}` }))
    .filter(({ zone, label }) => matches(asked, zone, label))
    .slice(0, mostOfKind)
    .map(({ zone, label }) => ({
      id: `zone:${zone}`,
      label,
      go: () => changeSettings({ zone }),
    }));
}
