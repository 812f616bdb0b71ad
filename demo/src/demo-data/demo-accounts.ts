import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { busyMoment, demoSpan, growingMoment } from '../factories/calendar.ts';
import { makeUser, type NewUser } from '../factories/user-factory.ts';
import type { DemoImages } from '../images/demo-images.ts';
import { PEOPLE } from '../texts/texts.ts';

const USERS = 320;
/** Many join in the first days, so that there are users for the days that follow. */
const LAUNCH_MS = 8 * DAY_MS;
const LAUNCH_SHARE = 0.15;
/** More attempts than this for one new name mean that there are too few names. */
const NAME_ATTEMPTS = 100;

interface Options {
  now: Date;
  demoImages: Pick<DemoImages, 'avatars'>;
  passwordHashes: { admin: string; user: string };
}

/** All accounts of the demo data, oldest first: the administrator, then the user whose login is printed, then the others. */
export function createDemoAccounts({ now, demoImages, passwordHashes }: Options): NewUser[] {
  // The name of a stream determines the data: another name makes other users.
  const random = createRandom('demo people');
  const span = demoSpan(now);
  const launch = { from: span.from, to: span.from + LAUNCH_MS };
  const joins = () => (random.chance(LAUNCH_SHARE) ? busyMoment(random, launch) : growingMoment(random, span));
  const moments = Array.from({ length: USERS }, joins).sort((a, b) => a - b);
  const names = new Set<string>(['admin', 'Nguyễn Thị Mai', ...PEOPLE.oddNames]);
  const accounts = moments.map((createdAt, serial): NewUser => {
    for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
      const common = { createdAt, now: now.getTime(), serial, avatars: demoImages.avatars };
      const user = makeUser(random, { ...common, passwordHash: passwordHashes.user });
      if (names.has(user.username)) continue;
      names.add(user.username);
      return user;
    }
    throw new Error('the demo data has run out of names');
  });
  PEOPLE.oddNames.forEach((username, index) => {
    const account = accounts[40 * (index + 1)];
    if (account) account.username = username;
  });
  const [first, second] = accounts;
  if (!first || !second) throw new Error('the demo data needs at least two accounts');
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
    avatar_url: random.pick(demoImages.avatars.female),
    is_disabled: false,
    is_verified: true,
    age: 34,
    marital_status: 'Đã kết hôn',
    bio: 'Mẹ của hai bạn nhỏ, yêu biển và cà phê sữa đá.',
    last_seen_at: now,
  } satisfies Partial<NewUser>);
  return accounts;
}
