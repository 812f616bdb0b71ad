/** Headers that stand on every answer. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** As they stand in an answer, each with its end of line. */
export const headerLines = (headers: AnswerHeaders): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
