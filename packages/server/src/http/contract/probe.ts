import { GatewayError } from "../../errors.ts";
import { type Contract, WrongReply } from "./contract.ts";

const text = { model: "probe", input: ["a"] };
const vector = { object: "embedding", index: 0, embedding: [0.5] };
const reply = { object: "list", data: [vector], model: "probe" };

/** Tries a valid and an invalid request and reply. A gateway whose validator accepts invalid ones must not start. */
export async function probe(contract: Contract): Promise<void> {
  const request = async (body: unknown) =>
    contract.checkRequest("createEmbeddings", { originalUrl: "/", params: {}, query: {}, body });
  await request({ ...text, provider: {} });
  contract.checkReply("createEmbeddings", 200, reply);
  const mistakes = [
    () => request({ model: "probe" }),
    async () =>
      contract.checkReply("createEmbeddings", 200, {
        ...reply,
        data: [{ ...vector, embedding: [""] }],
      }),
  ];
  for (const mistake of mistakes)
    if (!(await isRefused(mistake)))
      throw new Error(
        "The contract's validator accepts what is wrong: the gateway does not start.",
      );
}

async function isRefused(mistake: () => Promise<unknown>): Promise<boolean> {
  return mistake().then(
    () => false,
    (error: unknown) => error instanceof GatewayError || error instanceof WrongReply,
  );
}
