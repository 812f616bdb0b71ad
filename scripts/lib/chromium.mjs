import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
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
  await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
  return PLACES.some(existsSync);
}
