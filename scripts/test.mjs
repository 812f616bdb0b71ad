// npm test: all checks and tests, cheapest first. `--static` (npm run check) runs no test.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser, missingBrowsers } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { buildPanel, isPanelFresh } from './lib/panel.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { run, runQuietly } from './lib/run.mjs';
import { StallMeter } from './lib/stall-meter.mjs';
import { Tally } from './lib/tally.mjs';
import { readPlaywrightReport, readVitestReport } from './lib/test-reports.mjs';

const TYPE_PROJECTS = ['.', 'contract', 'server', 'demo', 'panel', 'e2e', 'bench', 'trust'];
const REPORT = path.join(ROOT, 'node_modules/.cache/test-report.json');

/** The runner that writes REPORT, and the parser of it. */
const VITEST = {
  command: (project) => [
    ...['vitest', 'run', '--project', project, `--outputFile.json=${REPORT}`],
    ...['default', path.join(ROOT, 'scripts/lib/retry-reporter.mjs'), 'json'].map((name) => `--reporter=${name}`),
  ],
  readReport: readVitestReport,
};
const PLAYWRIGHT = {
  command: (project) => ['playwright', 'test', '--config', project, '--reporter=list,json'],
  readReport: readPlaywrightReport,
};

const isStaticOnly = process.argv.includes('--static');
const isCi = process.env.CI === 'true';
const stalls = new StallMeter();
const tally = new Tally(stalls);

const title = (text) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}`);

async function check(name, command) {
  title(name);
  tally.addCheck(name, (await run(command)) === 0);
}

async function checkTypes() {
  title('types');
  const results = await Promise.all(TYPE_PROJECTS.map((project) => runQuietly(['tsc', '-p', project])));
  for (const [index, { code, output }] of results.entries()) {
    const name = `types of ${TYPE_PROJECTS[index]}`;
    tally.addCheck(name, code === 0);
    console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}`);
    if (output) process.stdout.write(output);
  }
}

async function test(project, { command, readReport }) {
  title(`${project} tests`);
  rmSync(REPORT, { force: true });
  const code = await run(command(project), { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT } });
  tally.addTests(project, existsSync(REPORT) ? readReport(JSON.parse(readFileSync(REPORT, 'utf8'))) : null, code);
}

async function checkAll() {
  await check('format and lint', ['biome', 'ci', '.']);
  await checkTypes();
  await check('import rules', [
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'contract',
    'server',
    'demo',
    'panel',
    'e2e',
    'bench',
    'trust',
  ]);
  await check('unused code', ['knip']);
  await check('generated types of the tables', [NODE, 'server/src/cli/generate-schema.ts', '--verify']);
  await check('list of licences', [NODE, 'scripts/licences.ts', '--verify']);
}

async function testAll() {
  await test('unit', VITEST);
  await test('integration', VITEST);
  title('the panel');
  try {
    if (!isPanelFresh()) await buildPanel();
    tally.addCheck('build of the panel', true);
  } catch (error) {
    console.error(error.message);
    tally.addCheck('build of the panel', false);
    return;
  }
  await check('sizes', ['size-limit', '--config', 'panel/size-limit.config.js']);
  if (await ensureBrowser()) {
    await test('e2e', PLAYWRIGHT);
    for (const name of missingBrowsers()) tally.skip(`e2e: the tests by keyboard in ${name}, which is not installed`);
  } else {
    title('e2e tests');
    console.log('SKIPPED: there is no Chromium, and it could not be installed (apt-get install chromium).');
    tally.skip('e2e: no Chromium');
  }
}

await ensureInstalled({ forBuilding: true });
await checkAll();
if (!isStaticOnly) await testAll();
if (isCi) {
  tally.forbidSkips();
  tally.forbidRetries();
}
stalls.stop();

title('result');
for (const name of tally.skips) console.log(`skipped  ${name}`);
for (const name of tally.unsteady) console.log(`unsteady ${name}`);
for (const name of tally.failures) console.log(`FAILED   ${name}`);
console.log(tally.summary);
process.exitCode = tally.failed > 0 ? 1 : 0;
