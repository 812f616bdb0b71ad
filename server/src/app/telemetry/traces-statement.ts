const TEXT_MAX_CHARS = 2_000;
const OPERATION = /^\s*([a-z]+)/i;
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)/i;

/**
 * A statement's text for others to read. Values travel apart from it, as $1, $2; the few that our own code writes into it
 * are left out all the same.
 */
export function withoutValues(text: string): string {
  return text.slice(0, TEXT_MAX_CHARS).replace(/'(?:[^']|'')*(?:'|$)/g, '?');
}

/** What a statement does, and the first table it names: `select users`, `begin`. */
export function statementName(text: string): string {
  const operation = OPERATION.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = TABLE.exec(text)?.[1];
  return table ? `${operation} ${table}` : operation;
}
