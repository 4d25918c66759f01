import { texts } from "../../texts/texts.ts";
import type { Frame } from "./recorder.ts";

/** The stream as it came, comments too. */
export function RawFrames({ frames }: { readonly frames: readonly Frame[] }) {
  if (frames.length === 0) return <p className="fine">{texts.playground.noEvents}</p>;
  return <pre className="frames">{frames.map(({ text }) => text).join("\n\n")}</pre>;
}
