import type { Schema } from "@portico/contract";
import { noSuchProvider, onlyOperators } from "@portico/core/rules/configuration";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { readCursor, toCursor } from "@portico/core/rules/pages";
import { matchesAny } from "@portico/core/rules/patterns";
import type { Plan } from "../../configuration/plan.ts";
import { absent, GatewayError } from "../../errors.ts";
import type { Price } from "../../money/rates.ts";
import type { Catalog } from "../../routing/catalog.ts";
import type { ConfigurationVersion } from "../../store/ports/configuration.ts";
import type { KeyPlace, KeyRecord } from "../../store/ports/keys.ts";
import { toCheck } from "../catalogue/check-provider-credential.ts";
import { tokenPrices } from "../catalogue/models.ts";
import type { Gateway } from "../gateway.ts";
import { behind } from "../lists/lists.ts";
import { type Context, type Operation, ok } from "../operation.ts";

export const getConfiguration: Operation<"getConfiguration"> = async (_, context) => {
  await refuseOthers(context);
  return ok({ data: await present(context.gateway) });
};

export const updateConfiguration: Operation<"updateConfiguration"> = async ({ body }, context) => {
  await refuseOthers(context);
  const { actor, gateway } = context;
  const { yaml: text, parent, note = null } = body;
  await gateway.configurations.put(actor, { text, parent, note });
  return ok({ data: await present(gateway) });
};

export const planConfiguration: Operation<"planConfiguration"> = async ({ body }, context) => {
  await refuseOthers(context);
  const { caller, gateway } = context;
  // Who may not take a text into use may not have the gateway ask an address of it either.
  if (body.check !== undefined) gateway.configurations.refuseBesideFile();
  const plan = await gateway.configurations.plan(body.yaml);
  const keys = await keysWithoutModel(gateway, caller.organisationId, plan);
  const check = body.check === undefined ? null : await checkIn(plan, body.check, context);
  return ok({ data: { ...toPlan(plan, keys), check } });
};

/** Its credential goes nowhere but to the address that the text has for it. */
async function checkIn(
  { next }: Plan,
  provider: string,
  { actor, gateway }: Context,
): Promise<Schema<"ProviderCheck">> {
  const settings = next.providers.find(({ name }) => name === provider);
  if (settings === undefined) throw noSuchProvider(provider);
  const check = await gateway.checkDraft(settings, next.catalog);
  const { outcome, failure, status } = check;
  const host = settings.baseUrl === undefined ? null : new URL(settings.baseUrl).host;
  await gateway.store.audit.record(actor, {
    target: { type: "provider", id: provider },
    workspaceId: null,
    after: { outcome, failure, status, host },
  });
  return toCheck(provider, check, null);
}

const defaultLimit = 50;

export const listConfigurationVersions: Operation<"listConfigurationVersions"> = async (
  { query },
  context,
) => {
  await refuseOthers(context);
  const { configurations } = context.gateway;
  const limit = query.limit ?? defaultLimit;
  const before = query.cursor === undefined ? {} : { before: readCursor(query.cursor).number };
  const [inUse, versions] = await Promise.all([
    configurations.inUse(),
    configurations.list({ limit: limit + 1, ...before }),
  ]);
  const page = versions.slice(0, limit);
  const last = versions.length > limit ? page.at(-1) : undefined;
  const cursor =
    last === undefined ? null : toCursor({ number: last.version, id: String(last.version) });
  return ok({
    data: page.map((version) => toVersion(version, inUse)),
    ...behind("/configuration/versions", query, cursor),
  });
};

export const getConfigurationVersion: Operation<"getConfigurationVersion"> = async (
  { params },
  context,
) => {
  await refuseOthers(context);
  const { configurations } = context.gateway;
  const version = Number(params.version);
  const [kept, yaml, inUse] = await Promise.all([
    configurations.get(version),
    configurations.textOf(version),
    configurations.inUse(),
  ]);
  if (kept === null || yaml === null) throw absent("version", params.version);
  return ok({ data: { ...toVersion(kept, inUse), yaml } });
};

export const activateConfiguration: Operation<"activateConfiguration"> = async (
  { params, body },
  context,
) => {
  await refuseOthers(context);
  const { actor, gateway } = context;
  const version = Number(params.version);
  const activated = await gateway.configurations.activate(actor, version, body.parent);
  if (activated === null) throw absent("version", params.version);
  return ok({ data: await present(gateway) });
};

/** There is one configuration for all organisations: the first one is the operator's. */
async function refuseOthers({ caller, gateway }: Context): Promise<void> {
  const first = await gateway.store.firstIdentity();
  if (first?.organisationId === caller.organisationId) return;
  throw new GatewayError("wrongKeyKind", {
    message: onlyOperators,
    metadata: { reason: "operator_only" },
  });
}

/** Of this process: it may be a moment behind the store. */
async function present({ configurations }: Gateway): Promise<Schema<"Configuration">> {
  const { running, waiting, problem } = configurations.state();
  const { version, file } = running;
  const [kept, yaml, inUse] = await Promise.all([
    configurations.get(version),
    configurations.textOf(version),
    configurations.inUse(),
  ]);
  return {
    parent: kept?.parent ?? 0,
    note: kept?.note ?? null,
    created_by: kept?.createdBy ?? null,
    created_at: toIsoOrNull(kept?.createdAtMs ?? null),
    activated_at: toIsoOrNull(kept?.activatedAtMs ?? null),
    version,
    in_use: inUse,
    source: file !== null ? "file" : version === 0 ? "presets" : "store",
    read_only: file !== null,
    yaml: yaml ?? "",
    waiting: [...waiting],
    problem,
  };
}

function toVersion(version: ConfigurationVersion, inUse: number): Schema<"ConfigurationVersion"> {
  return {
    version: version.version,
    active: version.version === inUse,
    parent: version.parent,
    source: version.source,
    note: version.note,
    created_by: version.createdBy,
    created_at: toIso(version.createdAtMs),
    activated_at: toIso(version.activatedAtMs),
    changes: [...version.changes],
  };
}

function toPlan(
  plan: Plan,
  keys: readonly KeyRecord[],
): Omit<Schema<"ConfigurationPlan">, "check"> {
  return {
    changes: [...plan.changes],
    waiting: [...plan.waiting],
    models: { added: [...plan.models.added], removed: [...plan.models.removed] },
    providers: { added: [...plan.providers.added], removed: [...plan.providers.removed] },
    without_credential: [...plan.withoutCredential],
    prices: plan.prices.map(({ model, provider, before, after }) => ({
      model,
      provider,
      before: toPrice(before),
      after: toPrice(after),
    })),
    keys: keys.map(({ id, name, allowedModels }) => ({
      id,
      name,
      allowed_models: [...(allowedModels ?? [])],
    })),
  };
}

function toPrice(price: Price): Schema<"ConfigurationPrice"> {
  const { prompt, completion } = tokenPrices(price);
  return { prompt, completion };
}

const pageOfKeys = 100;
const mostKeys = 10_000;

/** The keys that may use a model now, and could use none of the next configuration. */
async function keysWithoutModel(
  { store, configurations }: Gateway,
  organisationId: string,
  { next, models }: Plan,
): Promise<readonly KeyRecord[]> {
  if (models.removed.length === 0) return [];
  // Without what providers list themselves, which no plan knows.
  const { catalog } = configurations.state().running;
  const lost: KeyRecord[] = [];
  let after: KeyPlace | null | undefined;
  for (let read = 0; after !== null && read < mostKeys; read += pageOfKeys) {
    const page = await store.keys.list(organisationId, {
      offset: 0,
      limit: pageOfKeys,
      ...(after !== undefined && { after }),
    });
    lost.push(
      ...page.records.filter(
        ({ allowedModels: allowed }) =>
          allowed !== null && fits(allowed, catalog) && !fits(allowed, next.catalog),
      ),
    );
    after = page.next;
  }
  return lost;
}

function fits(patterns: readonly string[], { models }: Catalog): boolean {
  return [...models.keys()].some((id) => matchesAny(patterns, id));
}
