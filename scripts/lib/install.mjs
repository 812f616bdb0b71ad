import { existsSync, readFileSync } from 'node:fs';
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
