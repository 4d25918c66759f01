/** A process that was started with `--inspect`, and what V8 tells of it. */
export interface Inspector {
  /** The share of the busy time by room and by function while the work runs. */
  profile(work: () => Promise<unknown>): Promise<ByPlace>;
  /** Bytes that were allocated for each request, likewise. */
  sampleGarbage(work: () => Promise<{ readonly replies: number }>): Promise<ByPlace>;
  close(): void;
}

export interface ByPlace {
  readonly rooms: ReadonlyMap<string, number>;
  readonly functions: ReadonlyMap<string, number>;
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Allocating {
  readonly callFrame: CallFrame;
  readonly selfSize: number;
  readonly children: readonly Allocating[];
}

export async function connectInspector(port: number): Promise<Inspector> {
  const reply = await fetch(`http://127.0.0.1:${port}/json/list`);
  const list = (await reply.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(list[0]?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const waiting = new Map<number, (result: never) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result as never);
    waiting.delete(id);
  });
  let last = 0;
  const ask = <Result>(method: string, params: object = {}): Promise<Result> => {
    last += 1;
    socket.send(JSON.stringify({ id: last, method, params }));
    return new Promise<Result>((resolve) => waiting.set(last, resolve));
  };
  await ask("Profiler.enable");
  await ask("Profiler.setSamplingInterval", { interval: 500 });
  // Otherwise the wait for sockets counts as the program's own time.
  await ask("Runtime.evaluate", { expression: "process._startProfilerIdleNotifier()" });
  return {
    close: () => socket.close(),
    async profile(work) {
      await ask("Profiler.start");
      await work();
      const { profile } = await ask<{ profile: CpuProfile }>("Profiler.stop");
      return sharesOf(profile);
    },
    async sampleGarbage(work) {
      await ask("HeapProfiler.startSampling", {
        samplingInterval: 32_768,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      });
      const { replies } = await work();
      const { profile } = await ask<{ profile: { head: Allocating } }>("HeapProfiler.stopSampling");
      return garbageOf(profile.head, Math.max(replies, 1));
    },
  };
}

function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): ByPlace {
  const sums = new Sums();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const roomById = new Map<number, string>();
  // A node stands before its children.
  for (const { id, callFrame, children = [] } of nodes) {
    const room = roomOf(callFrame, roomById.get(id));
    roomById.set(id, room);
    for (const child of children) roomById.set(child, room);
  }
  let busyUs = 0;
  for (const [index, id] of samples.entries()) {
    const frame = byId.get(id)?.callFrame;
    const us = timeDeltas[index] ?? 0;
    if (frame === undefined || frame.functionName === "(idle)") continue;
    busyUs += us;
    sums.add(roomById.get(id) ?? "V8", frame, us);
  }
  return sums.dividedBy(busyUs);
}

function garbageOf(head: Allocating, replies: number): ByPlace {
  const sums = new Sums();
  const visit = ({ callFrame, selfSize, children }: Allocating, caller?: string): void => {
    const room = roomOf(callFrame, caller);
    sums.add(room, callFrame, selfSize);
    for (const child of children) visit(child, room);
  };
  visit(head);
  return sums.dividedBy(replies);
}

class Sums {
  readonly #rooms = new Map<string, number>();
  readonly #functions = new Map<string, number>();

  add(room: string, { functionName, url, lineNumber }: CallFrame, value: number): void {
    const place = url.replace(/^.*\/(packages|node_modules)\//, "");
    const name = `${functionName} ${place}:${lineNumber + 1}`;
    this.#rooms.set(room, (this.#rooms.get(room) ?? 0) + value);
    this.#functions.set(name, (this.#functions.get(name) ?? 0) + value);
  }

  dividedBy(divisor: number): ByPlace {
    const divided = (sums: ReadonlyMap<string, number>) =>
      new Map([...sums].map(([name, value]) => [name, value / divisor]));
    return { rooms: divided(this.#rooms), functions: divided(this.#functions) };
  }
}

const ofSockets = /^(writev|write\w+String|writeBuffer|shutdown|readStart|readStop)$/;

/** The top folder of what runs; what has no file (V8's own functions) belongs to the room that called it. */
function roomOf({ functionName, url }: CallFrame, caller = "V8"): string {
  const own = /\/packages\/(\w+)\/src\/([\w-]+)(\/?)/.exec(url);
  if (own !== null) {
    const [, name, folder, slash] = own;
    if (name === "server") return slash === "" ? "server" : `${folder}`;
    return `${name}/${folder}`;
  }
  const library = /\/\.pnpm\/(@?[^@/]+)/.exec(url)?.[1];
  if (library !== undefined) return library;
  if (url.startsWith("wasm:")) return "undici";
  if (url !== "") return "Node's JavaScript";
  if (ofSockets.test(functionName)) return "sockets";
  return functionName.startsWith("(") && functionName !== "(anonymous)" ? functionName : caller;
}
