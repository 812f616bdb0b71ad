import type { Random } from '../../../server/src/lib/random.ts';
import { PEOPLE } from '../texts/texts.ts';

const FOREIGN_SHARE = 0.03;

/** House number, street, ward, province. */
export function homeAddress(random: Random): string {
  const number = random.integer(1, 320);
  const alley = random.chance(0.25) ? `/${random.integer(1, 60)}` : '';
  return `${number}${alley} ${random.pick(PEOPLE.streets)}, ${random.weighted(PEOPLE.wards)}`;
}

export function hometown(random: Random): string {
  return random.pick(PEOPLE.hometowns);
}

export function nationality(random: Random): string {
  return random.chance(FOREIGN_SHARE) ? random.pick(PEOPLE.foreignNationalities) : 'Việt Nam';
}
