/** Joins what is truthy; later utilities do not override earlier ones, so do not pass contradictory ones. */
export function classNames(...parts: ReadonlyArray<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ');
}
