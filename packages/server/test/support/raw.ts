import { once } from "node:events";
import { connect } from "node:net";

/** Sends bytes as they are and gives back all that comes, until the other side closes. */
export async function sendRaw(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    answer += chunk;
  });
  // A reset after the answer is as good as an end.
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

export function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
}
