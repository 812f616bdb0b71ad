import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { npm, run } from './run.mjs';

const STAMP = path.join(ROOT, 'panel/dist/.stamp');
const SOURCES = ['panel', 'contract', 'docs/huong-dan.md', 'docs/images', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = /^(?:dist|node_modules|\..*)$|\.test\.tsx?$/;

/** Whether the built panel is up to date with the sources. */
export function isPanelFresh() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();
}

/** Builds the panel. */
export async function buildPanel() {
  console.log('Building the panel…');
  // Computed first: changes during the build are not in it.
  const sources = fingerprint();
  const code = await run(npm('run', 'build', '--workspace', 'panel', '--silent'), { env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(`The build of the panel failed with code ${code}.`);
  writeFileSync(STAMP, sources);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, source);
  return hash.digest('hex');
}

function addTo(hash, place) {
  const absolute = path.join(ROOT, place);
  if (!statSync(absolute).isDirectory()) {
    hash.update(`${place}\0`).update(readFileSync(absolute));
    return;
  }
  for (const name of readdirSync(absolute).sort()) {
    if (!NOT_SOURCES.test(name)) addTo(hash, `${place}/${name}`);
  }
}
