import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/**
 * Debian's packages of the same browser. The first has no windows: a page costs less than half there. What a key does may
 * differ all the same, so the tests by keyboard run in both.
 */
const PLACES = {
  'chromium-headless-shell': ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium-headless-shell'],
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
};

/** @returns {{ name: string, path: string }[]} the installed browsers, the cheaper first; only the one that CHROMIUM_PATH names where it is set */
export function findBrowsers() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return existsSync(chosen) ? [{ name: path.basename(chosen), path: chosen }] : [];
  return Object.entries(PLACES).flatMap(([name, places]) => {
    const found = places.find((place) => existsSync(place));
    return found ? [{ name, path: found }] : [];
  });
}

/** @returns {string[]} the browsers that are not there */
export function missingBrowsers() {
  const names = findBrowsers().map(({ name }) => name);
  return Object.keys(PLACES).filter((name) => !names.includes(name));
}

/**
 * Looks for a browser and, as root on Debian, installs one where there is none.
 * @returns {Promise<boolean>} whether there is one now
 */
export async function ensureBrowser() {
  if (findBrowsers().length > 0) return true;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('Installing Chromium (apt-get)…');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '-q'], { env });
  for (const name of Object.keys(PLACES)) {
    await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', name], { env });
    if (findBrowsers().length > 0) return true;
  }
  return false;
}
