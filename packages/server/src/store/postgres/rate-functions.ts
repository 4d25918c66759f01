export const rateFunctionsSql: readonly string[] = [
  // The debt that is left after a time: rate.ts, paidOff.
  `create or replace function portico_paid_off_1(debt bigint, per_minute bigint, elapsed_ms bigint)
  returns bigint language sql immutable as $$
    select case
      when coalesce(per_minute, 0) <= 0 or elapsed_ms <= 0 then debt
      when elapsed_ms > debt / per_minute then 0
      else debt - elapsed_ms * per_minute
    end
  $$`,

  // How long until this many fit: rate.ts, waitMs.
  `create or replace function portico_wait_ms_1(debt bigint, per_minute bigint, wanted bigint)
  returns bigint language sql immutable as $$
    select case
      when per_minute is null then 0
      when per_minute <= 0 then 60000
      else greatest(0, (debt + least(wanted, per_minute) * 60000 - per_minute * 60000 + per_minute - 1) / per_minute)
    end
  $$`,
];
