export { type Answer, answerTo, type Piece } from "./answer.ts";
export {
  type EmbeddingInput,
  type EmbeddingPart,
  embeddingOf,
  simulatedDimensions,
} from "./embedding.ts";
export { type ContentPart, type Question, type Turn, textsOf } from "./question.ts";
export { RefusedQuestion } from "./refused-question.ts";
export { relevances, rerankUnits } from "./relevance.ts";
export { countTokens, tokenCounts, toTokens } from "./tokens.ts";
