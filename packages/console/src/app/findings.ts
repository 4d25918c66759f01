import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { texts } from "../texts/texts.ts";
import { useMay, useSession } from "./current-session.ts";
import type { Found, FoundGroup } from "./found.ts";
import {
  matches,
  useBudgetFindings,
  useProviderFindings,
  useWorkspaceFindings,
  useZoneFindings,
} from "./found-records.ts";
import { groups } from "./navigation.ts";
import { portico } from "./portico.ts";
import { changeSettings } from "./settings.ts";
import { useSignOut } from "./sign-out.ts";

const mostOfKind = 8;

/** What the palette offers for what was typed. Keys are searched by the gateway, screens and models here. */
export function useFindings(typed: string): readonly FoundGroup[] {
  const asked = useDeferredValue(typed.trim());
  const found: readonly FoundGroup[] = [
    { label: texts.palette.screens, items: useScreens(asked) },
    { label: texts.palette.requests, items: useRequest(asked) },
    { label: texts.palette.keys, items: useKeys(asked) },
    { label: texts.palette.models, items: useModels(asked) },
    { label: texts.workspaces.title, items: useWorkspaceFindings(asked) },
    { label: texts.providers.title, items: useProviderFindings(asked) },
    { label: texts.palette.budgets, items: useBudgetFindings(asked) },
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

function useKeys(asked: string): readonly Found[] {
  const navigate = useNavigate();
  const isAsked = useMay("listApiKeys") && asked.length > 1;
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
  const isAsked = useMay("listModels") && asked.length > 1;
  const { data } = portico.listModels.useQuery({}, { enabled: isAsked });
  if (!isAsked) return [];
  return (data?.data ?? [])
    .filter(({ id, name }) => matches(asked, id, name))
    .slice(0, mostOfKind)
    .map(({ id, name }) => ({
      id: `model:${id}`,
      label: id,
      note: name,
      go: () => void navigate({ to: "/models", search: { model: id } }),
    }));
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
  const zones = useZoneFindings(asked);
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
