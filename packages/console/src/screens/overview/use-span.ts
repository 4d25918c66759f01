import { useEffect, useMemo, useState } from "react";
import type { Period } from "../../parts/periods.ts";
import { refreshMs } from "./refreshing.ts";
import { presentHour, type Span, spanOf } from "./span.ts";

/** The span of a period up to the present hour. It moves on where the screen stays open. */
export function useSpan(period: Period): Span {
  const [hour, setHour] = useState(presentHour);
  useEffect(() => {
    const timer = setInterval(() => setHour(presentHour()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => spanOf(period, hour), [period, hour]);
}
