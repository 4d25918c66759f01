import type { Case } from "../suite/case.ts";
import { embeddingsCases } from "./embeddings.ts";

/** Every case, in the order of the interface. */
export const cases: readonly Case[] = [...embeddingsCases];
