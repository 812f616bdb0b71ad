// npm run licences: writes docs/licences.md. `--verify` only checks that it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { licencesOf, licencesPage } from './lib/licences.ts';
import { readLock } from './lib/lock-reading.ts';
import { ROOT } from './lib/paths.mjs';

const file = path.join(ROOT, 'docs/licences.md');
const page = licencesPage(licencesOf(readLock()));
if (!process.argv.includes('--verify')) {
  writeFileSync(file, page);
} else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/licences.md is not what package-lock.json says: npm run licences');
  process.exitCode = 1;
}
