import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** Writers find the database busy while the log is begun anew, and try again a millisecond later. */
const patienceMs = 1000;
const database = new DatabaseSync(workerData.path, { timeout: patienceMs });

/**
 * The first copies nearly everything and hinders nobody. The second holds all writers up for what has come meanwhile:
 * under steady load the log would never be begun anew otherwise, and grow without end.
 */
function checkpoint(): void {
  database.exec("pragma wal_checkpoint(passive)");
  database.exec("pragma wal_checkpoint(restart)");
}

parentPort?.on("message", (message: "checkpoint" | "close") => {
  if (message === "close") {
    database.close();
    parentPort?.close();
    return;
  }
  try {
    checkpoint();
  } finally {
    parentPort?.postMessage("done");
  }
});
