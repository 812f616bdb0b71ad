// Run after a package was added or updated with a registry that lacks other platforms: node scripts/complete-lock.mjs,
// with the folder of a package-lock.json other than the project's.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { completeLock } from './lib/lock.mjs';
import { ROOT } from './lib/paths.mjs';

const file = path.resolve(process.argv[2] ?? ROOT, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = completeLock(lock);
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `Added ${added.join(', ')}.` : 'Nothing was missing.');
