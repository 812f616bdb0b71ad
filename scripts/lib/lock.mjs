/** How native packages name what they are for: …-linux-arm64-musl, …-win32-x64-msvc, …-wasm32-wasi. */
const PLATFORM =
  /[-/](aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|win32|wasm32)(?:-(\w+))?(?:-(\w+))?$/;

/**
 * Adds to a package-lock the optional packages of other platforms that npm left out, because the registry it asked did
 * not have them. Without their entries `npm ci` refuses the lock; with them it passes over what is not for this machine.
 * @param {{ packages: Record<string, object> }} lock changed in place
 * @returns {string[]} what was added
 * @throws {Error} when a name does not tell its platform
 */
export function completeLock(lock) {
  const added = [];
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isPresent(lock, place, name)) continue;
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

/** npm looks for a package beside the one that wants it, then one folder up at a time. */
function isPresent({ packages }, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder && `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
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
