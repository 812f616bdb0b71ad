import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** The first is the same browser without its windows, which costs less than half. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Looks for a browser and, as root on Debian, installs one where there is none.
 * @returns {Promise<boolean>} whether there is one now
 */
export async function ensureChromium() {
  if (PLACES.some(existsSync)) return true;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('Installing Chromium (apt-get)…');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '-q'], { env });
  for (const name of PACKAGES) {
    await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', name], { env });
    if (PLACES.some(existsSync)) return true;
  }
  return false;
}
