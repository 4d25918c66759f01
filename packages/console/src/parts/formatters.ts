/** One formatter for each locale and its options: making one takes longer than formatting a whole screen with it. */
function kept<Options, Formatter>(make: (locale: string, options: Options) => Formatter) {
  const made = new Map<string, Formatter>();
  return (locale: string, options: Options): Formatter => {
    const name = locale + JSON.stringify(options);
    const formatter = made.get(name) ?? make(locale, options);
    made.set(name, formatter);
    return formatter;
  };
}

export const numbers = kept(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

export const dates = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
