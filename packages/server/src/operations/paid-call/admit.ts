import type { Tags } from "@portico/core/rules/tags";
import type { Hold, HoldRequest } from "../../access/admission.ts";
import { AdmissionRefused } from "../../access/admission-refused.ts";
import { GatewayError } from "../../errors.ts";
import { NoCandidate } from "../../routing/candidates.ts";
import type { HoldSubject } from "../../store/ports/money.ts";
import type { Context } from "../operation.ts";
import { type Need, outOfCredits } from "./out-of-credits.ts";
import type { WorkspaceFacts } from "./workspace-facts.ts";

/** The most that an operation will do, decided from a workspace's facts. */
export interface Plan extends Need {
  /** The most that will be held. Where the worst case is fixed, at least this much must be left. */
  readonly desiredNanousd: number;
  /** Worst case, for the limit of tokens a minute. */
  readonly tokens: number;
  /** False where the workspace's own credentials pay for everything. */
  readonly usesCredits: boolean;
}

export interface Admitted<P extends Plan> {
  readonly hold: Hold;
  readonly plan: P;
  readonly workspace: WorkspaceFacts;
  /** The id of the hold and of the ledger row, and of the reply to the caller. */
  readonly generationId: string;
  readonly subject: Subject;
}

/** The names under which the request is listed, even if this process dies during it. */
export interface Subject extends Pick<HoldSubject, "operation" | "model"> {
  readonly endUser: string | null;
  readonly sessionId: string | null;
  readonly tags: Tags | null;
  readonly sessionBudgetNanousd?: number | null;
}

/** So many changes to one workspace in the time of one plan do not happen in ordinary use. */
const maxPlans = 5;

/**
 * Plans with the known facts of the workspace and has the plan admitted. Admission returns the workspace's present
 * revision, also where it refuses for lack of money. Where ours was older (a credential or a setting was changed, on
 * any node), no request has been sent yet: the hold is released and the request is planned again. A change of the key's
 * rights raises the revision too: the key is read again before the next plan.
 */
export async function admit<P extends Plan>(
  context: Context,
  subject: Subject,
  plan: (workspace: WorkspaceFacts) => P,
): Promise<Admitted<P>> {
  const { gateway, caller, rights } = context;
  const { workspaces } = gateway;
  let workspace = workspaces.known(caller) ?? (await workspaces.atLeast(0, caller));
  for (let round = 1; round <= maxPlans; round += 1) {
    if (context.caller.revision < workspace.revision) await context.renewCaller(workspace.revision);
    let planned = tryPlan(plan, workspace);
    if (planned instanceof NoCandidate) {
      workspace = await newerThan(workspace, context, planned);
      planned = plan(workspace);
    }
    const generationId = round === 1 ? context.generationId : context.newGenerationId();
    rights.isDecided = true;
    const asked = holdRequest(context, generationId, subject, planned);
    const hold = await holdFor(context, asked);
    if (hold instanceof AdmissionRefused) {
      workspace = await newerThanRefusal(workspace, context, hold, {
        need: planned,
        subject,
      });
      continue;
    }
    if (hold.workspaceRevision <= workspace.revision)
      return confirmed(context, { hold, plan: planned, workspace, generationId, subject });
    await gateway.admission.release(hold);
    // A released hold no longer counts in its minute either.
    rights.isCounted = false;
    workspace = await workspaces.atLeast(hold.workspaceRevision, caller);
  }
  throw new GatewayError("unavailable", {
    message: "The workspace is being changed faster than the request can be planned.",
  });
}

function holdFor(context: Context, asked: HoldRequest): Promise<Hold | AdmissionRefused> {
  const { holding, gateway } = context;
  const hold = () => gateway.admission.hold(context.caller, asked).catch(lackOfMoney);
  return holding === null ? hold() : holding.opening(asked.generationId).then(hold);
}

/** Another request may have taken a named one for lost, and its name with it. */
function confirmed<A extends Pick<Admitted<Plan>, "hold">>(
  { holding, gateway }: Context,
  admitted: A,
): A | Promise<A> {
  if (holding === null) return admitted;
  const release = async (error: unknown) => {
    await gateway.admission.release(admitted.hold);
    throw error;
  };
  return holding.opened().then(() => admitted, release);
}

function holdRequest(
  { rights, app }: Context,
  generationId: string,
  { operation, model, endUser, sessionId, sessionBudgetNanousd = null, tags }: Subject,
  planned: Plan,
): HoldRequest {
  return {
    generationId,
    minimumNanousd: planned.minimumNanousd,
    desiredNanousd: planned.desiredNanousd,
    tokens: planned.tokens,
    usesCredits: planned.usesCredits,
    endUser,
    ...(sessionBudgetNanousd !== null && { sessionBudgetNanousd }),
    about: { operation, model, sessionId, tags, appUrl: app.url, appTitle: app.title },
    isCounted: rights.isCounted,
  };
}

function lackOfMoney(error: unknown): AdmissionRefused {
  if (error instanceof AdmissionRefused && error.kind === "outOfCredits") return error;
  throw error;
}

/** If the workspace has changed meanwhile, it may have a new credential that can serve the request. */
async function newerThanRefusal(
  known: WorkspaceFacts,
  { gateway, caller }: Context,
  refused: AdmissionRefused,
  { need, subject }: { readonly need: Need; readonly subject: Subject },
): Promise<WorkspaceFacts> {
  const { refusal } = refused;
  if (refusal.outcome !== "outOfCredits") throw refused;
  if (refusal.workspaceRevision <= known.revision) throw outOfCredits(refusal, need, subject);
  return await gateway.workspaces.atLeast(refusal.workspaceRevision, caller);
}

/** The plan, or the reason why no candidate is left. */
function tryPlan<P extends Plan>(
  plan: (workspace: WorkspaceFacts) => P,
  workspace: WorkspaceFacts,
): P | NoCandidate {
  try {
    return plan(workspace);
  } catch (error) {
    if (error instanceof NoCandidate) return error;
    throw error;
  }
}

/** Without a candidate there is no admission to return a newer revision, but a credential may just have been added. */
async function newerThan(
  known: WorkspaceFacts,
  context: Context,
  refusal: NoCandidate,
): Promise<WorkspaceFacts> {
  const { gateway, caller } = context;
  const workspace = await gateway.workspaces.atLeast(known.revision + 1, caller);
  if (workspace.revision === known.revision) throw refusal;
  // The rights of the key may have changed as well.
  await context.renewCaller(workspace.revision);
  return workspace;
}
