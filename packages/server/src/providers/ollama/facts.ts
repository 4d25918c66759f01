import { commonParameters, type VendorFacts } from "../vendor-facts.ts";

export const ollamaFacts = {
  baseUrl: "http://127.0.0.1:11434",
  isKeyed: false,
  lists: true,
  textParameters: [...commonParameters, "seed", "top_k", "text"],
} satisfies VendorFacts;
