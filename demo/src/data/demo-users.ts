import { DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import { busyMoment, DAY_MS, demoSpan, growingMoment } from '../factories/calendar.ts';
import type { DemoPictures } from '../images/demo-images.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { ODD_NAMES } from '../texts/comment-lines.ts';
import { makeUser, type NewUser } from '../factories/user-factory.ts';

const USERS = 320;
/** The first days bring many at once, who then fill the days that follow. */
const LAUNCH_MS = 8 * DAY_MS;
const LAUNCH_SHARE = 0.15;
/** So many users share no name: beyond this something is wrong with the names. */
const NAME_ATTEMPTS = 100;

interface Options {
  now: Date;
  pictures: Pick<DemoPictures, 'avatars'>;
  passwordHashes: { admin: string; user: string };
}

/** The demo's people, oldest account first; the administrator is the first, the one whose login is printed the second. */
export function demoPeople({ now, pictures, passwordHashes }: Options): NewUser[] {
  const random = createRandom('demo people');
  const span = demoSpan(now);
  const launch = { from: span.from, to: span.from + LAUNCH_MS };
  const joins = () => (random.chance(LAUNCH_SHARE) ? busyMoment(random, launch) : growingMoment(random, span));
  const moments = Array.from({ length: USERS }, joins).sort((a, b) => a - b);
  const names = new Set<string>(['admin', 'Nguyễn Thị Mai', ...ODD_NAMES]);
  const people = moments.map((createdAt, serial): NewUser => {
    for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
      const common = { createdAt, now: now.getTime(), serial, avatars: pictures.avatars };
      const user = makeUser(random, { ...common, passwordHash: passwordHashes.user });
      if (names.has(user.username)) continue;
      names.add(user.username);
      return user;
    }
    throw new Error('the demo has run out of names');
  });
  ODD_NAMES.forEach((username, index) => {
    const person = people[40 * (index + 1)];
    if (person) person.username = username;
  });
  const [first, second] = people;
  if (!first || !second) throw new Error('the demo needs at least two people');
  Object.assign(first, {
    username: 'admin',
    email: DEMO_ADMIN_LOGIN.email,
    role: 'admin',
    password_hash: passwordHashes.admin,
    is_disabled: false,
    is_verified: true,
    bio: 'Quản trị viên của Hải Đăng.',
    last_seen_at: new Date(now.getTime() - DAY_MS),
  } satisfies Partial<NewUser>);
  Object.assign(second, {
    username: 'Nguyễn Thị Mai',
    email: DEMO_USER_LOGIN.email,
    gender: 'female',
    avatar_url: random.pick(pictures.avatars.female),
    is_disabled: false,
    is_verified: true,
    age: 34,
    marital_status: 'Đã kết hôn',
    bio: 'Mẹ của hai bạn nhỏ, yêu biển và cà phê sữa đá.',
    last_seen_at: now,
  } satisfies Partial<NewUser>);
  return people;
}
