import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/**
 * Debian's packages of the same browser. The first is the headless shell: a page costs less than half. Keyboard
 * behaviour may differ, so the keyboard tests run in both.
 */
const BROWSER_PATHS = {
  'chromium-headless-shell': ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium-headless-shell'],
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
};
/** Debian's packages of other engines, for journeys. WebKitGTK has no headless mode: it needs a display. */
const OTHER_ENGINES = {
  firefox: { packages: 'firefox-esr', paths: { browser: '/usr/bin/firefox-esr' } },
  webkit: {
    packages: 'webkit2gtk-driver xvfb',
    paths: { driver: '/usr/bin/WebKitWebDriver', display: '/usr/bin/Xvfb' },
  },
};

/**
 * @returns {{ name: string, path: string }[]} the installed Chromiums, the cheaper first; only that of CHROMIUM_PATH if
 * it is set
 */
export function findBrowsers() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return existsSync(chosen) ? [{ name: path.basename(chosen), path: chosen }] : [];
  return Object.entries(BROWSER_PATHS).flatMap(([name, places]) => {
    const found = places.find((place) => existsSync(place));
    return found ? [{ name, path: found }] : [];
  });
}

/** @returns {{ name: string, packages: string, isInstalled: boolean }[]} each runs the tests `*.<name>.test.ts` */
export function otherEngines() {
  return Object.entries(OTHER_ENGINES).map(([name, { packages, paths }]) => {
    return { name, packages, isInstalled: Object.values(paths).every((place) => existsSync(place)) };
  });
}

/** @throws if it is not installed */
export function pathsOfEngine(name) {
  const { packages, paths } = OTHER_ENGINES[name];
  for (const place of Object.values(paths)) {
    if (!existsSync(place)) throw new Error(`there is no ${place}: apt-get install ${packages}`);
  }
  return paths;
}

/** @returns {string[]} the missing ones of Chromium's packages */
export function missingBrowsers() {
  const names = findBrowsers().map(({ name }) => name);
  return Object.keys(BROWSER_PATHS).filter((name) => !names.includes(name));
}

/**
 * Looks for a browser and, as root on Debian, installs one if there is none.
 * @returns {Promise<boolean>} whether there is one now
 */
export async function ensureBrowser() {
  if (findBrowsers().length > 0) return true;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('Installing Chromium (apt-get)…');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '-q'], { env });
  for (const name of Object.keys(BROWSER_PATHS)) {
    await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', name], { env });
    if (findBrowsers().length > 0) return true;
  }
  return false;
}
