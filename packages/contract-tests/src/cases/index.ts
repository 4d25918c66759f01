import type { Case } from "../suite/case.ts";
import { accessCases } from "./access.ts";
import { administrationCases } from "./administration.ts";
import { budgetCases } from "./budgets.ts";
import { byokCases } from "./byok.ts";
import { chatReplyCases } from "./chat/replies.ts";
import { chatRequestCases } from "./chat/requests.ts";
import { chatStreamCases } from "./chat/streams.ts";
import { chatThoughtCases } from "./chat/thoughts.ts";
import { configurationCases } from "./configuration.ts";
import { costCases } from "./costs.ts";
import { csvCases } from "./csv.ts";
import { embeddingsCases } from "./embeddings.ts";
import { keyCases } from "./keys.ts";
import { ledgerCases } from "./ledger.ts";
import { aroundMessagesCases } from "./messages/around.ts";
import { messageReplyCases } from "./messages/replies.ts";
import { messageRequestCases } from "./messages/requests.ts";
import { messageStreamCases } from "./messages/streams.ts";
import { messageThoughtCases } from "./messages/thoughts.ts";
import { modelCases } from "./models.ts";
import { ownKeyCases } from "./own-key.ts";
import { refusalCases } from "./refusals.ts";
import { replyCases } from "./reply-clauses.ts";
import { requestCases } from "./request-clauses.ts";
import { rerankCases } from "./rerank.ts";
import { responsesCases } from "./responses.ts";
import { routingCases } from "./routing.ts";
import { sessionCases } from "./sessions.ts";
import { statusCases } from "./statuses.ts";
import { streamCases } from "./streams.ts";
import { thoughtCases } from "./thoughts.ts";
import { toolCases } from "./tools.ts";
import { workspaceCases } from "./workspaces.ts";

/** All cases: clauses about replies, behaviour in the order of the interface, clauses about requests. */
export const cases: readonly Case[] = [
  ...replyCases,
  ...accessCases,
  ...administrationCases,
  ...ledgerCases,
  ...configurationCases,
  ...sessionCases,
  ...keyCases,
  ...ownKeyCases,
  ...workspaceCases,
  ...budgetCases,
  ...byokCases,
  ...embeddingsCases,
  ...routingCases,
  ...rerankCases,
  ...responsesCases,
  ...toolCases,
  ...streamCases,
  ...chatRequestCases,
  ...chatReplyCases,
  ...chatStreamCases,
  ...chatThoughtCases,
  ...messageRequestCases,
  ...messageReplyCases,
  ...messageStreamCases,
  ...messageThoughtCases,
  ...aroundMessagesCases,
  ...thoughtCases,
  ...costCases,
  ...modelCases,
  ...csvCases,
  ...statusCases,
  ...refusalCases,
  ...requestCases,
];
