/** See stall-meter.mjs. */
export class StallMeter {
  constructor(sources?: { now?: () => number; stolenMs?: () => number });
  lostMs(from: number, to: number): number;
  stop(): void;
}
