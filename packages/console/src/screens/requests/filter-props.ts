import type { RequestsSearch } from "./search.ts";

export interface FilterProps {
  readonly filters: RequestsSearch;
  readonly onChange: (changes: Partial<RequestsSearch>) => void;
}
