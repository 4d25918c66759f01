type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Without what is undefined: a parameter that is absent is not sent. */
export function given<Values extends object>(values: Values): Given<Values>;
export function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
