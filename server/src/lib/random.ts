/** A reproducible stream of pseudo-random choices: the same seed gives the same data on every machine. */
export interface Random {
  /** In [0, 1). */
  fraction: () => number;
  /** A whole number from `min` to `max`, both included. */
  integer: (min: number, max: number) => number;
  /** True with the given probability. */
  chance: (probability: number) => boolean;
  /** @throws {Error} when there is nothing to pick from */
  pick: <T>(items: readonly T[]) => T;
  /** Different items in random order; all of them when `count` exceeds their number. */
  sample: <T>(items: readonly T[], count: number) => T[];
  /** An item in proportion to its weight. */
  weighted: <T>(items: ReadonlyArray<readonly [item: T, weight: number]>) => T;
  /** A waiting time (or a size) with the given mean: many small ones, a few large. */
  exponential: (mean: number) => number;
}

/** sfc32 by Chris Doty-Humphrey: small, fast, passes PractRand; not for secrets. */
function sfc32(seed: string): () => number {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  };
  for (let index = 0; index < seed.length; index++) {
    c ^= seed.charCodeAt(index);
    next();
  }
  for (let round = 0; round < 12; round++) next();
  return next;
}

/** @param seed any text; each distinct text is an independent stream */
export function createRandom(seed: string): Random {
  const next = sfc32(seed);
  const fraction = () => next() / 0x1_0000_0000;
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[integer(0, items.length - 1)] as T;
  };
  return {
    fraction,
    integer,
    pick,
    chance: (probability) => fraction() < probability,
    sample: (items, count) => {
      const rest = [...items];
      const taken = [];
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(integer(0, rest.length - 1), 1));
      return taken;
    },
    weighted: (items) => {
      let left = fraction() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return pick(items)[0];
    },
    exponential: (mean) => -mean * Math.log(1 - fraction()),
  };
}
