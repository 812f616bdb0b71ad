import type { Random } from '../../../server/src/lib/random.ts';

const HEX_DIGITS_OF_TIME = 12;

function hex(random: Random, digits: number): string {
  return random
    .integer(0, 16 ** digits - 1)
    .toString(16)
    .padStart(digits, '0');
}

/**
 * A UUIDv7 (RFC 9562) of a row's own time, so that ids sort like the rows and are the same in every run.
 * @param at milliseconds since 1970
 */
export function seededId(random: Random, at: number): string {
  const time = Math.floor(at).toString(16).padStart(HEX_DIGITS_OF_TIME, '0');
  const variant = random.pick(['8', '9', 'a', 'b']);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hex(random, 3)}`,
    `${variant}${hex(random, 3)}`,
    `${hex(random, 6)}${hex(random, 6)}`,
  ].join('-');
}
