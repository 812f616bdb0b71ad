/** The word for a value; one that is not known is shown as it is. */
export const labelIn = (labels: Readonly<Record<string, string | undefined>>, value: string): string =>
  (Object.hasOwn(labels, value) && labels[value]) || value;
