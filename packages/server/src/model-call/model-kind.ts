/** What a model does. Each kind has operations of its own. */
export type ModelKind = "embedding" | "rerank" | "text";
