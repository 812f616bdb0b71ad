// npm run mutate: changes the pure rules one place at a time, and counts the changes that a unit test notices; fails below
// 85 %. It takes a quarter of an hour, and is no part of npm test. Arguments go to Stryker:
// npm run mutate -- --mutate contract/src/moderation/priority.ts
import { ensureInstalled, ensureInstalledApart } from './lib/install.mjs';
import { NODE } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const FOLDER = 'mutation';
const STRYKER = `${FOLDER}/node_modules/@stryker-mutator/core/bin/stryker.js`;

await ensureInstalled({ forBuilding: true });
await ensureInstalledApart(FOLDER, 'Stryker');
process.exitCode = await run([NODE, STRYKER, 'run', `${FOLDER}/stryker.config.json`, ...process.argv.slice(2)]);
