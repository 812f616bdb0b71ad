import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NODE, ROOT } from './paths.mjs';
import { npm, run } from './run.mjs';

/**
 * Installs the packages of package-lock.json unless they are installed already.
 * @param {{ forBuilding: boolean }} needs with `forBuilding` the dev dependencies too
 */
export async function ensureInstalled({ forBuilding }) {
  if (isInstalled(forBuilding)) return;
  console.log('Installing packages (npm ci)…');
  // Install scripts are disabled (docs/supply.md), except of the package that contains the program `node`.
  await runNpm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
  await runNpm('rebuild', 'node');
  if (!existsSync(NODE)) throw new Error('The npm package "node" is there without its program: npm rebuild node.');
}

/**
 * Installs the packages of a folder with a lock of its own, which are no part of the project; again after its lock has
 * changed. Their install scripts never run.
 * @param {string} folder from the project's root
 * @param {string} name what is installed
 */
export async function ensureInstalledApart(folder, name) {
  const place = path.join(ROOT, folder);
  const mark = path.join(place, 'node_modules/.installed-lock.json');
  const lock = readFileSync(path.join(place, 'package-lock.json'), 'utf8');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  console.log(`Installing ${name}, once…`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run(npm('ci', ...flags), { cwd: place });
  if (code !== 0) throw new Error(`${name} could not be installed`);
  writeFileSync(mark, lock);
}

async function runNpm(...command) {
  const code = await run(npm(...command, '--loglevel=error'), { env: { NODE_ENV: 'development' } });
  if (code !== 0) throw new Error(`npm ${command.join(' ')} failed with code ${code}.`);
}

/** npm itself records what it installed in node_modules/.package-lock.json. */
function isInstalled(forBuilding) {
  if (!existsSync(NODE)) return false;
  const wanted = readPackages(path.join(ROOT, 'package-lock.json'));
  const present = readPackages(path.join(ROOT, 'node_modules/.package-lock.json'));
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.includes('node_modules/') || entry.link) return true;
    const found = present[place];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return entry.optional || entry.devOptional || (entry.dev && !forBuilding);
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
