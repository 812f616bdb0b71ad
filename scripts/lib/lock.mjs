const PLATFORM =
  /(android|darwin|linux|win32|freebsd|openharmony)-(arm64|x64|arm|ppc64|riscv64|s390x|ia32)(?:-(gnu|musl|msvc|eabi)\w*)?$/;

/**
 * Adds to a package-lock the entries of other platforms' packages. npm leaves one out when the registry it asks does not
 * have it (a partial mirror), and `npm ci` then refuses the whole lock. Such an entry has no hash.
 * @param {{ packages: Record<string, object> }} lock changed in place
 * @returns {string[]} what was added
 */
export function completeLock(lock) {
  const added = [];
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const [, os, cpu, abi] = PLATFORM.exec(name) ?? [];
      const isThere = lock.packages[`node_modules/${name}`] ?? lock.packages[`${place}/node_modules/${name}`];
      if (!os || isThere) continue;
      lock.packages[`node_modules/${name}`] = {
        version,
        cpu: [cpu],
        ...(entry.dev && { dev: true }),
        ...(os === 'linux' && { libc: [abi === 'musl' ? 'musl' : 'glibc'] }),
        optional: true,
        os: [os],
      };
      added.push(`${name}@${version}`);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return added;
}
