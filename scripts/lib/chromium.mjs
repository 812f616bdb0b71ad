import { existsSync } from 'node:fs';
import { run } from './run.mjs';

// Of both the first is the same browser without its windows: a page costs less than half there.
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const PLACES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** @returns {string | undefined} the installed browser, or the one that CHROMIUM_PATH names */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));
}

/**
 * Looks for a browser and, as root on Debian, installs one where there is none.
 * @returns {Promise<boolean>} whether there is one now
 */
export async function ensureChromium() {
  if (findChromium()) return true;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('Installing Chromium (apt-get)…');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '-q'], { env });
  for (const name of PACKAGES) {
    await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', name], { env });
    if (findChromium()) return true;
  }
  return false;
}
