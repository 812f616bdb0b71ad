/** The percentile of the values; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** In whole megabytes, formatted. */
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

/** '1.2 s' of milliseconds. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
