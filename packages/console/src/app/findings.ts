import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { texts } from "../texts/texts.ts";
import { useMay, useSession } from "./current-session.ts";
import { groups } from "./navigation.ts";
import { portico } from "./portico.ts";
import { changeSettings } from "./settings.ts";
import { useSignOut } from "./sign-out.ts";

/** What the palette offers, and what happens when it is chosen. */
export interface Found {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  readonly go: () => void;
}

export interface FoundGroup {
  readonly label: string;
  readonly items: readonly Found[];
}

const mostOfKind = 8;

/** What the palette offers for what was typed. Keys are searched by the gateway, screens and models here. */
export function useFindings(typed: string): readonly FoundGroup[] {
  const asked = useDeferredValue(typed.trim());
  const found: readonly FoundGroup[] = [
    { label: texts.palette.screens, items: useScreens(asked) },
    { label: texts.palette.requests, items: useRequest(asked) },
    { label: texts.palette.keys, items: useKeys(asked) },
    { label: texts.palette.models, items: useModels(asked) },
    { label: texts.workspaces.title, items: useWorkspaces(asked) },
    { label: texts.providers.title, items: useProviders(asked) },
    { label: texts.palette.budgets, items: useBudgets(asked) },
    { label: texts.palette.actions, items: useActions(asked) },
  ];
  return found.filter(({ items }) => items.length > 0);
}

function useScreens(asked: string): readonly Found[] {
  const { operations } = useSession();
  const navigate = useNavigate();
  return groups
    .flatMap(({ screens }) => [...screens])
    .filter(({ needs, label }) => operations.includes(needs) && matches(asked, label))
    .map(({ to, label }) => ({ id: to, label, go: () => void navigate({ to }) }));
}

/** An id that was copied from a log or a reply. */
function useRequest(asked: string): readonly Found[] {
  const navigate = useNavigate();
  if (!/^gen-[\w-]{8,}$/.test(asked)) return [];
  return [
    {
      id: asked,
      label: asked,
      go: () => void navigate({ to: "/requests", search: { id: asked } }),
    },
  ];
}

/** Whether a list is asked for: once something of a name is typed, and where the session may read it. */
function useIsAsked(operation: string, asked: string): boolean {
  return useMay(operation) && asked.length > 1;
}

function useKeys(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useIsAsked("listApiKeys", asked);
  const { data } = portico.listApiKeys.useQuery(
    { params: { query: { search: asked, limit: mostOfKind } } },
    { enabled: isAsked },
  );
  if (!isAsked) return [];
  return (data?.data ?? []).map(({ id, name, label, hash }) => ({
    id: `key:${id}`,
    label: name,
    note: label,
    go: () => void navigate({ to: "/keys", search: { key: hash } }),
  }));
}

function useModels(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useIsAsked("listModels", asked);
  const { data } = portico.listModels.useQuery({}, { enabled: isAsked });
  if (!isAsked) return [];
  const named = offered(asked, data?.data, ({ id, name }) => [id, name]);
  return named.map(({ id, name }) => ({
    id: `model:${id}`,
    label: id,
    note: name,
    go: () => void navigate({ to: "/models", search: { model: id } }),
  }));
}

function useWorkspaces(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useIsAsked("listWorkspaces", asked);
  const { data } = portico.listWorkspaces.useQuery(wholeList, { enabled: isAsked });
  if (!isAsked) return [];
  const named = offered(asked, data?.data, ({ id, name, slug }) => [id, name, slug]);
  return named.map(({ id, name, slug }) => ({
    id: `workspace:${id}`,
    label: name,
    note: slug,
    go: () => void navigate({ to: "/workspaces", search: { workspace: id } }),
  }));
}

function useProviders(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useIsAsked("listProviders", asked);
  const { data } = portico.listProviders.useQuery({}, { enabled: isAsked });
  if (!isAsked) return [];
  return offered(asked, data?.data, ({ name }) => [name]).map(({ name, slug }) => ({
    id: `provider:${slug}`,
    label: name,
    go: () => void navigate({ to: "/providers", search: { provider: slug } }),
  }));
}

function useBudgets(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useIsAsked("listBudgets", asked);
  const { data } = portico.listBudgets.useQuery(wholeList, { enabled: isAsked });
  if (!isAsked) return [];
  const named = offered(asked, data?.data, ({ id, name, end_user: user }) => [
    id,
    name,
    user ?? "",
  ]);
  return named.map(({ id, name, end_user: user }) => ({
    id: `budget:${id}`,
    label: name,
    note: user ?? undefined,
    go: () => void navigate({ to: "/budgets", search: { budget: id } }),
  }));
}

const wholeList = { params: { query: { limit: 1000 } } };

/** Lists that the gateway gives whole are searched here. Few of each kind are offered. */
function offered<Row>(
  asked: string,
  rows: readonly Row[] | undefined,
  namesOf: (row: Row) => readonly string[],
): readonly Row[] {
  return (rows ?? []).filter((row) => matches(asked, ...namesOf(row))).slice(0, mostOfKind);
}

function matches(asked: string, ...names: readonly string[]): boolean {
  const words = asked.toLowerCase().split(/\s+/);
  const text = names.join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

function useActions(asked: string): readonly Found[] {
  const signOut = useSignOut(useSession().way);
  const themes = (["light", "dark", "system"] as const).map((theme) => ({
    id: theme,
    label: `${texts.frame.theme}: ${texts.frame.themes[theme]}`,
    go: () => changeSettings({ theme }),
  }));
  const actions = [
    ...themes,
    ...useCreations(),
    { id: "sign-out", label: texts.frame.signOut, go: signOut },
  ];
  const zones = useZones(asked);
  return [...actions.filter(({ label }) => matches(asked, label)), ...zones];
}

/** What opens a form on its own screen. */
function useCreations(): readonly Found[] {
  const navigate = useNavigate();
  const mayCreateKey = useMay("createApiKey");
  const mayGrant = useMay("grantCredits");
  const create = {
    id: "create-key",
    label: texts.keys.create,
    go: () => void navigate({ to: "/keys", search: { create: true } }),
  };
  const grant = {
    id: "grant-credits",
    label: texts.ledger.grant.title,
    go: () => void navigate({ to: "/ledger", search: { grant: true } }),
  };
  return [...(mayCreateKey ? [create] : []), ...(mayGrant ? [grant] : [])];
}

/** Each zone that the browser knows, once something of its name is typed. */
function useZones(asked: string): readonly Found[] {
  if (asked.length < 2) return [];
  const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => ({
    zone,
    label: `${texts.frame.zone}: ${zone.replaceAll("_", " ")}`,
  }));
  return offered(asked, zones, ({ zone, label }) => [zone, label]).map(({ zone, label }) => ({
    id: `zone:${zone}`,
    label,
    go: () => changeSettings({ zone }),
  }));
}
