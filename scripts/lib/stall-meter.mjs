import { readFileSync } from 'node:fs';
import os from 'node:os';

const TICK_MS = 500;
/** Any loaded machine loses up to this per tick. */
const WORTH_NOTING_MS = 250;
/** /proc/stat counts in hundredths of a second. */
const PROC_TICK_MS = 10;

/**
 * Records when this idle process did not get the processor: it was woken too late, or another virtual machine took the
 * processors (steal). The load of the tests themselves causes neither.
 */
export class StallMeter {
  /** @type {{ at: number, lostMs: number }[]} */
  #stalls = [];
  #timer;

  constructor({ now = Date.now, stolenMs = readStolenMs } = {}) {
    let [lastAt, lastStolenMs] = [now(), stolenMs()];
    const look = () => {
      const [at, stolen] = [now(), stolenMs()];
      const lostMs = Math.max(at - lastAt - TICK_MS, stolen - lastStolenMs);
      if (lostMs >= WORTH_NOTING_MS) this.#stalls.push({ at: lastAt, lostMs });
      [lastAt, lastStolenMs] = [at, stolen];
    };
    this.#timer = setInterval(look, TICK_MS);
    this.#timer.unref();
  }

  /** @returns {number} for how long the machine stalled between two moments */
  lostMs(from, to) {
    const within = this.#stalls.filter(({ at, lostMs }) => at < to && at + TICK_MS + lostMs > from);
    return within.reduce((sum, { lostMs }) => sum + lostMs, 0);
  }

  stop() {
    clearInterval(this.#timer);
  }
}

/** The stolen time so far, of one processor; 0 if the system does not report it. */
function readStolenMs() {
  try {
    const steal = Number(readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)[8]);
    return (steal * PROC_TICK_MS) / os.availableParallelism();
  } catch {
    return 0;
  }
}
