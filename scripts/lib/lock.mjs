import path from 'node:path';

/** The platform suffixes of native packages: …-linux-arm64-musl, …-win32-x64-msvc, …-wasm32-wasi. */
const PLATFORM =
  /[-/](aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|win32|wasm32)(?:-(\w+))?(?:-(\w+))?$/;

/**
 * Adds to a package-lock the optional packages of other platforms that npm omitted because the registry did not have
 * them. Without their entries `npm ci` rejects the lock; with them it skips those for other platforms.
 * @param {{ packages: Record<string, object> }} lock mutated
 * @returns {string[]} the added packages
 * @throws {Error} if a name contains no platform
 */
export function completeLock(lock) {
  const added = [];
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (findPackage(lock, place, name)) continue;
      lock.packages[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(entry.dev && { dev: true }),
        optional: true,
      };
      added.push(`${name}@${version}`);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return added;
}

/**
 * Node's resolution for the package at `place`: its own node_modules first, then one folder up at a time.
 * @returns {string | undefined} the location of the package
 */
export function findPackage({ packages }, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    if (candidate in packages) return candidate;
    if (folder === '') return undefined;
  }
}

function platformOf(name) {
  const [, system, machine, abi = ''] = PLATFORM.exec(name) ?? [];
  if (!system) throw new Error(`${name}: cannot tell from its name which platform it is for`);
  if (system === 'wasm32') return { cpu: [system] };
  const cpu = machine && { cpu: [machine] };
  if (system === 'linuxmusl' || abi.startsWith('musl')) return { ...cpu, libc: ['musl'], os: ['linux'] };
  return { ...cpu, ...(abi.startsWith('gnu') && { libc: ['glibc'] }), os: [system] };
}
