import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import fc from "fast-check";
import type { Model, ModelKey, Real } from "./model.ts";

/** A command that picks one of what is there; told apart by its words in a failure's report. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly words: string;
  readonly applies: (model: Model) => boolean;
  readonly take: (model: Model, real: Real) => Promise<void>;

  constructor(words: string, applies: Step["applies"], take: Step["take"]) {
    this.words = words;
    this.applies = applies;
    this.take = take;
  }

  check(model: Readonly<Model>): boolean {
    return this.applies(model);
  }

  run(model: Model, real: Real): Promise<void> {
    return this.take(model, real);
  }

  toString(): string {
    return this.words;
  }
}

const pick = <Key, Value>(map: ReadonlyMap<Key, Value>, index: number): [Key, Value] => {
  const entry = [...map][index % map.size];
  assert.ok(entry);
  return entry;
};

const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const index = fc.nat(100);
const limit = fc.oneof(fc.constant(null), fc.constant(0), fc.constantFrom(0.5, 1, 2.25));
const always = (): boolean => true;
const hasKey = ({ keys }: Model): boolean => keys.size > 0;
const hasCredential = ({ credentials }: Model): boolean => credentials.size > 0;
const hasWorkspace = ({ workspaces }: Model): boolean => workspaces.size > 0;

export function commands(): fc.Arbitrary<fc.AsyncCommand<Model, Real>>[] {
  return [...keyCommands(), ...credentialCommands(), ...workspaceCommands()];
}

function expectedOf({ disabled, limit: most }: ModelKey): number {
  if (disabled) return 401;
  return most === 0 ? 402 : 200;
}

function keyCommands() {
  return [
    fc.tuple(name, limit).map(
      ([called, most]) =>
        new Step(`make key ${called}, limit ${most}`, always, async (model, { bench }) => {
          const reply = await bench.send("createApiKey", { body: { name: called, limit: most } });
          assert.equal(reply.status, 201, reply.text);
          const { key: secret, data } = reply.body as Output<"createApiKey">;
          model.keys.set(data.hash, { secret, name: called, limit: most, disabled: false });
        }),
    ),
    fc.tuple(index, limit, fc.boolean()).map(
      ([at, most, disabled]) =>
        new Step(
          `change key ${at}: limit ${most}, disabled ${disabled}`,
          hasKey,
          async (model, { bench }) => {
            const [hash, key] = pick(model.keys, at);
            // What happens at once is judged as if it had happened when it was asked.
            Object.assign(key, { limit: most, disabled });
            const body = { limit: most, disabled };
            const reply = await bench.send("updateApiKey", { params: { hash }, body });
            assert.equal(reply.status, 200, reply.text);
          },
        ),
    ),
    index.map(
      (at) =>
        new Step(`use key ${at}`, hasKey, async (model, { bench }) => {
          const [, key] = pick(model.keys, at);
          const expected = expectedOf(key);
          const body = { model: bench.target.embeddingModel, input: "x" };
          const reply = await bench.send("createEmbeddings", { body, key: { value: key.secret } });
          assert.equal(reply.status, expected, reply.text);
        }),
    ),
    index.map(
      (at) =>
        new Step(`delete key ${at}`, hasKey, async (model, { bench }) => {
          const [hash, key] = pick(model.keys, at);
          model.keys.delete(hash);
          const reply = await bench.send("deleteApiKey", { params: { hash } });
          assert.equal(reply.status, 200, reply.text);
          const used = await bench.send("listEmbeddingModels", { key: { value: key.secret } });
          assert.equal(used.status, 401);
        }),
    ),
  ];
}

function credentialCommands() {
  return [
    name.map(
      (called) =>
        new Step(`bring credential ${called}`, always, async (model, { bench }) => {
          const provider = bench.target.byokProvider;
          const body = { provider, name: called, secret: "sk-model-secret" };
          const reply = await bench.send("createByokCredential", { body });
          assert.equal(reply.status, 201, reply.text);
          const { data } = reply.body as Output<"createByokCredential">;
          model.credentials.set(data.id, { name: called, disabled: false });
        }),
    ),
    fc.tuple(index, fc.boolean()).map(
      ([at, disabled]) =>
        new Step(
          `set credential ${at} disabled ${disabled}`,
          hasCredential,
          async (model, { bench }) => {
            const [id, credential] = pick(model.credentials, at);
            credential.disabled = disabled;
            const reply = await bench.send("updateByokCredential", {
              params: { id },
              body: { disabled },
            });
            assert.equal(reply.status, 200, reply.text);
          },
        ),
    ),
    index.map(
      (at) =>
        new Step(`delete credential ${at}`, hasCredential, async (model, { bench }) => {
          const [id] = pick(model.credentials, at);
          model.credentials.delete(id);
          const first = await bench.send("deleteByokCredential", { params: { id } });
          const again = await bench.send("deleteByokCredential", { params: { id } });
          assert.deepEqual([first.status, again.status], [200, 404]);
        }),
    ),
  ];
}

function workspaceCommands() {
  return [
    fc.nat(4).map(
      (number) =>
        new Step(`make workspace ${number}`, always, async (model, { bench, run }) => {
          const slug = `model-${run}-${number}`;
          const isTaken = [...model.workspaces.values()].includes(slug);
          // Taken from now on: of two that ask at once, only one may get it.
          const placeholder = `pending ${slug} ${isTaken}`;
          if (!isTaken) model.workspaces.set(placeholder, slug);
          const reply = await bench.send("createWorkspace", { body: { name: "Model", slug } });
          assert.equal(reply.status, isTaken ? 409 : 201, reply.text);
          if (isTaken) return;
          model.workspaces.delete(placeholder);
          model.workspaces.set((reply.body as Output<"createWorkspace">).data.id, slug);
        }),
    ),
    index.map(
      (at) =>
        new Step(`delete workspace ${at}`, hasWorkspace, async (model, { bench }) => {
          const [id] = pick(model.workspaces, at);
          if (id.startsWith("pending ")) return;
          model.workspaces.delete(id);
          const reply = await bench.send("deleteWorkspace", { params: { id } });
          assert.equal(reply.status, 200, reply.text);
          assert.equal((await bench.send("getWorkspace", { params: { id } })).status, 404);
        }),
    ),
  ];
}
