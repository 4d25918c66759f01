export { type Answer, answerTo } from "./answer.ts";
export { type EmbeddingInput, embeddingOf } from "./embedding.ts";
export { type Question, textsOf } from "./question.ts";
export { RefusedQuestion } from "./refused-question.ts";
export { relevances, rerankUnits } from "./relevance.ts";
export { countTokens, tokenCounts } from "./tokens.ts";
