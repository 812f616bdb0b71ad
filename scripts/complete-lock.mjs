// Adds to package-lock.json the optional packages of other platforms that npm left out, because the registry it asked
// did not have them. Without their entries `npm ci` refuses the lock; with them it passes over what is not for this
// machine. Run after a dependency was added or updated: `node scripts/complete-lock.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';

const LOCK = new URL('../package-lock.json', import.meta.url);
/** How native packages name what they are for: …-linux-arm64-musl, …-win32-x64-msvc. */
const PLATFORM =
  /[-/](aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|win32|wasm32)(?:-(\w+))?(?:-\w+)?$/;

const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
const added = [];

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isPresent(place, name)) continue;
    const platform = PLATFORM.exec(name);
    if (!platform) throw new Error(`${name}: cannot tell from its name which platform it is for`);
    const [, system, machine] = platform;
    const os = system === 'linuxmusl' ? 'linux' : system;
    const isWasm = system === 'wasm32';
    const cpu = isWasm ? system : machine;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(isWasm ? {} : { os: [os] }),
    };
    added.push(`${name}@${version}`);
  }
}

/** npm looks for a package beside the one that wants it, then one folder up at a time. */
function isPresent(place, name) {
  const folders = place
    .split('/node_modules/')
    .map((_, index, all) => all.slice(0, all.length - index).join('/node_modules/'));
  return [...folders, ''].some((folder) => `${folder ? `${folder}/` : ''}node_modules/${name}` in lock.packages);
}

if (added.length > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
}
process.stdout.write(added.length > 0 ? `added ${added.join(', ')}\n` : 'nothing was missing\n');
