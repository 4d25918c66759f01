export { type Answer, answerTo } from "./answer.ts";
export { type EmbeddingInput, embeddingOf } from "./embedding.ts";
export { lastUserMessage, latestResults, type Question, textOfParts, textsOf } from "./question.ts";
export { RefusedQuestion } from "./refused-question.ts";
export { relevances, rerankUnits } from "./relevance.ts";
export { answerSaying, type Said, type SaidCall } from "./said.ts";
export { countTokens, tokenCounts } from "./tokens.ts";
