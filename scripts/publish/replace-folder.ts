import { existsSync, renameSync, rmSync } from "node:fs";

/** Puts a finished folder in the place of another one: readers of the old one never see half of each. */
export function replaceFolder(finished: string, place: string): void {
  // Another build may put its own there in between; theirs is as good, but ours is the later one.
  for (let tries = 3; tries > 0; tries -= 1) {
    const old = `${place}.${process.pid}.${tries}.draft`;
    try {
      if (existsSync(place)) renameSync(place, old);
      renameSync(finished, place);
      return;
    } catch (error) {
      if (tries === 1) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}
