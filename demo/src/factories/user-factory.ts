import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import type { Random } from '../../../server/src/lib/random.ts';
import type { AvatarKind } from '../images/demo-images.ts';
import { PEOPLE } from '../texts/texts.ts';
import { seededId } from './seeded-id.ts';
import { GENDER_WEIGHTS, type Gender, userEmail, userName, userPhone } from './user-names.ts';
import { homeAddress, hometown, nationality } from './user-places.ts';

export type NewUser = Insertable<Schema['users']> & { created_at: Date; last_seen_at: Date | null };

/** Shares of all users, between 0 and 1. */
const SHARES = {
  avatar: 0.86,
  phone: 0.9,
  postal_address: 0.85,
  age: 0.92,
  bio: 0.7,
  maritalStatus: 0.75,
  nationality: 0.9,
  hometown: 0.85,
  verified: 0.34,
  disabled: 0.05,
  neverSeen: 0.04,
  inactive: 0.2,
};
const YOUNGEST = 16;
const MEAN_YEARS_OLDER = 12;
const OLDEST = 78;
/** How long ago an active user was last seen, on average. */
const MEAN_ABSENCE_MS = 4 * DAY_MS;

interface Circumstances {
  createdAt: number;
  now: number;
  /** Unique among all users. */
  serial: number;
  avatars: Record<AvatarKind, readonly string[]>;
  passwordHash: string | null;
}

/** A generated user; the name is not unique. */
export function makeUser(random: Random, circumstances: Circumstances): NewUser {
  const { createdAt, now, serial, avatars, passwordHash } = circumstances;
  const gender = random.weighted(GENDER_WEIGHTS);
  const username = userName(random, gender);
  const maybe = <T>(share: number, make: () => T): T | null => (random.chance(share) ? make() : null);
  const age = Math.min(OLDEST, YOUNGEST + Math.floor(random.exponential(MEAN_YEARS_OLDER)));
  return {
    id: seededId(random, createdAt),
    username,
    email: userEmail(random, username, serial),
    password_hash: passwordHash,
    role: 'user',
    is_disabled: random.chance(SHARES.disabled),
    is_verified: random.chance(SHARES.verified),
    avatar_url: maybe(SHARES.avatar, () => random.pick(avatars[drawnAs(random, gender)])),
    phone: maybe(SHARES.phone, () => userPhone(serial)),
    postal_address: maybe(SHARES.postal_address, () => homeAddress(random)),
    gender,
    age: maybe(SHARES.age, () => age),
    marital_status: maybe(SHARES.maritalStatus, () => random.pick(PEOPLE.maritalStatuses)),
    bio: maybe(SHARES.bio, () => random.pick(PEOPLE.bios)),
    nationality: maybe(SHARES.nationality, () => nationality(random)),
    hometown: maybe(SHARES.hometown, () => hometown(random)),
    last_seen_at: lastSeen(random, createdAt, now),
    created_at: new Date(createdAt),
    updated_at: new Date(createdAt),
  };
}

function drawnAs(random: Random, gender: Gender): AvatarKind {
  return gender === 'female' || gender === 'male' ? gender : random.pick(['female', 'male']);
}

function lastSeen(random: Random, createdAt: number, now: number): Date | null {
  if (random.chance(SHARES.neverSeen)) return null;
  const recent = now - random.exponential(MEAN_ABSENCE_MS);
  const anyTime = createdAt + random.fraction() * (now - createdAt);
  return new Date(Math.floor(random.chance(SHARES.inactive) || recent < createdAt ? anyTime : recent));
}
