/** Durations of the warm-up and of the measurement. */
export interface Phase {
  warmUpMs: number;
  durationMs: number;
}

/** In milliseconds. */
export interface LatencyMetrics {
  p50: number;
  p99: number;
  max: number;
}

export function latencyMetrics(times: readonly number[]): LatencyMetrics {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
