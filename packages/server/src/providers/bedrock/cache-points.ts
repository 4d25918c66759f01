import type { CacheMark, MarkedPlace, RespondCall } from "@portico/core/model-call/respond-call";
import { keepsLong } from "../anthropic/cache-marks.ts";
import { claudeVersion } from "../anthropic/claude.ts";

/** As with Claude's own dialect, the last ones are kept. https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html */
const mostPoints = 4;

/** The parts of a model's prompt that can be cached. Other models refuse the blocks. */
interface Caching {
  readonly isKnown: boolean;
  readonly ofTools: boolean;
  readonly forAnHour: boolean;
}

function cachingOf(model: string): Caching {
  const version = claudeVersion(model) ?? 0;
  const isClaude = version >= 3.07 || /claude-3-5-(?:haiku|sonnet-20241022)/.test(model);
  return {
    isKnown: isClaude || /amazon\.nova/.test(model),
    ofTools: isClaude,
    forAnHour: version >= 4.05,
  };
}

/** Whether there is a point for each of the marks at these places. */
export function hasPointsFor(model: string, places: readonly MarkedPlace[]): boolean {
  const { isKnown, ofTools } = cachingOf(model);
  return isKnown && (ofTools || !places.includes("tool")) && places.length <= mostPoints;
}

/** Writes the cache points of one request. */
export class CachePoints {
  readonly #caching: Caching;
  readonly #keepsLong: boolean;
  readonly #points: object[] = [];

  constructor(call: RespondCall) {
    this.#caching = cachingOf(call.model);
    this.#keepsLong = keepsLong(call);
  }

  /** The block, and the point after it if it is marked. */
  after(block: object, mark: CacheMark | undefined): object[] {
    if (mark === undefined || !this.#caching.isKnown) return [block];

    const ttl = mark.ttl ?? (this.#keepsLong ? "1h" : undefined);
    const point = {
      cachePoint: { type: "default", ttl: this.#caching.forAnHour ? ttl : undefined },
    };
    this.#points.push(point);
    return [block, point];
  }

  afterTool(tool: object, mark: CacheMark | undefined): object[] {
    return this.after(tool, this.#caching.ofTools ? mark : undefined);
  }

  /** The blocks without the first points, where there are too many. */
  limited(blocks: readonly object[]): readonly object[] {
    const left = new Set(this.#points.slice(0, -mostPoints));
    return left.size === 0 ? blocks : blocks.filter((block) => !left.has(block));
  }
}
