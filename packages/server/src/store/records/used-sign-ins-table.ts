export interface UsedSignInsTable {
  attempt_id: string;
  used_at_ms: number;
}
