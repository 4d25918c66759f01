import { Argument, type Command, InvalidArgumentError, Option } from "commander";

/** A flag or an argument of a command. */
export interface Input<Value> {
  addTo(command: Command): void;
  /** The value that was given; undefined where there is none. */
  valueIn(command: Command): Value;
}

export type Inputs = Readonly<Record<string, Input<unknown>>>;

type ValueOf<Taken> = Taken extends Input<infer Value> ? Value : never;
type Required<Taken> = {
  [Name in keyof Taken]: undefined extends ValueOf<Taken[Name]> ? never : Name;
}[keyof Taken];

/** What was given, under the names of the inputs: with the contract's names it is a body or a query. */
export type Values<Taken> = {
  readonly [Name in Required<Taken>]: ValueOf<Taken[Name]>;
} & {
  readonly [Name in Exclude<keyof Taken, Required<Taken>>]?: Exclude<
    ValueOf<Taken[Name]>,
    undefined
  >;
};

export function valuesIn<Taken extends Inputs>(
  command: Command,
  taken: Taken | undefined,
): Values<Taken> {
  const values = Object.entries(taken ?? {}).map(([name, input]) => [name, input.valueIn(command)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Reads the text of a flag or an argument, or throws an `InvalidArgumentError`. */
export type Reader<Value> = (text: string) => Value;

export function flag(words: string, about: string): Input<string | undefined>;
export function flag<Value>(
  words: string,
  about: string,
  read: Reader<Value>,
): Input<Value | undefined>;
export function flag<Value>(
  words: string,
  about: string,
  read: Reader<Value>,
  fallback: NoInfer<Value>,
): Input<Value>;
export function flag(words: string, about: string, read?: Reader<unknown>, fallback?: unknown) {
  return fromOption(new Option(words, about).default(fallback), read);
}

export function requiredFlag(words: string, about: string): Input<string>;
export function requiredFlag<Value>(
  words: string,
  about: string,
  read: Reader<Value>,
): Input<Value>;
export function requiredFlag(words: string, about: string, read?: Reader<unknown>) {
  return fromOption(new Option(words, about).makeOptionMandatory(), read);
}

/** One of a few words. Null among them is written "none". */
export function choice<const Word extends string | null>(
  words: string,
  about: string,
  allowed: readonly Word[],
): Input<Word | undefined> {
  const option = new Option(words, about).choices(allowed.map((word) => word ?? "none"));
  return mapped(fromOption<string | undefined>(option), (given) =>
    allowed.find((word) => (word ?? "none") === given),
  );
}

/** Several texts, of which a lone "none" is null. */
export function listOrNone(words: string, about: string): Input<string[] | null | undefined> {
  return mapped(fromOption<string[] | undefined>(new Option(words, about)), (texts) =>
    texts?.join() === "none" ? null : texts,
  );
}

function mapped<From, To>({ addTo, valueIn }: Input<From>, change: (value: From) => To): Input<To> {
  return { addTo, valueIn: (command) => change(valueIn(command)) };
}

/** A flag without a value, which stands for one. */
export function toggle(words: string, about: string): Input<true | undefined>;
export function toggle<const Value>(
  words: string,
  about: string,
  value: Value,
): Input<Value | undefined>;
export function toggle(words: string, about: string, value: unknown = true) {
  return fromOption(new Option(words, about).preset(value));
}

/** `--word` and `--no-word`, of which the last one counts. */
export function pair(word: string, about: string, otherwise: string): Input<boolean | undefined> {
  const on = fromOption<boolean | undefined>(new Option(`--${word}`, about));
  const addTo = (command: Command) => {
    on.addTo(command);
    command.option(`--no-${word}`, otherwise);
  };
  return { addTo, valueIn: on.valueIn };
}

export function argument(words: string, about?: string): Input<string>;
export function argument<Value>(words: string, about: string, read: Reader<Value>): Input<Value>;
export function argument(words: string, about?: string, read?: Reader<unknown>): Input<unknown> {
  const one = new Argument(words, about);
  if (read !== undefined) one.argParser(read);
  return {
    addTo: (command) => command.addArgument(one),
    valueIn: (command) => command.processedArgs[0],
  };
}

/** Commander turns a null from a reader into an empty text. */
const none = Symbol("none");

/** For an option that needs more of commander. */
export function fromOption<Value>(option: Option, read?: Reader<unknown>): Input<Value> {
  if (read !== undefined) option.argParser((text) => read(text) ?? none);
  return {
    addTo: (command) => command.addOption(option),
    valueIn: (command) => {
      const value = command.opts()[option.attributeName()];
      return value === none ? null : value;
    },
  };
}

/** The word takes a setting away. */
export function orNone<Value>(read: Reader<Value>, word = "none"): Reader<Value | null> {
  return (text) => (text === word ? null : read(text));
}

export const anyText: Reader<string> = (text) => text;

/** Decimal dollars, as exact as the store: down to a nanodollar. */
export const dollars: Reader<number> = (text) => {
  if (!/^\d{1,7}(\.\d{1,9})?$/.test(text))
    throw new InvalidArgumentError('Write US dollars like "25" or "0.50".');
  return Number(text);
};

export const wholeNumber: Reader<number> = (text) => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("Write a whole number from 1.");
  return Number(text);
};

export const onOff: Reader<boolean> = (text) => {
  if (text !== "on" && text !== "off") throw new InvalidArgumentError('Write "on" or "off".');
  return text === "on";
};
