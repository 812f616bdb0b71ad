// npm test: all checks and tests, cheapest first.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser, findBrowsers, missingBrowsers, otherEngines } from './lib/browsers.mjs';
import { testsOfChangedFeatures } from './lib/changed-tests.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { buildPanel, isPanelFresh } from './lib/panel.mjs';
import { NODE, ROOT } from './lib/paths.mjs';
import { run, runQuietly } from './lib/run.mjs';
import { readPlaywrightReport, readVitestReport, summarize } from './lib/test-results.mjs';

const USAGE = `npm test                 every check and every test
npm run check            the checks alone
npm test -- --changed    the checks, and the tests of what is not committed (--changed=<commit>: since then): by imports, on a database by feature
npm test -- <pattern>    the test files whose path contains it, at any level`;
const TYPE_PROJECTS = ['.', 'contract', 'server', 'demo', 'panel', 'e2e', 'bench', 'trust'];
const TEST_FOLDERS = [
  'contract/src',
  'server/src',
  'demo/src',
  'panel/build',
  'panel/src',
  'scripts',
  'trust/src',
  'e2e/src',
];
const REPORT = path.join(ROOT, 'node_modules/.cache/test-report.json');
const VITEST = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
const PLAYWRIGHT = ['playwright', 'test', '--config=e2e', '--reporter=list,json'];
const SYSTEM_TEST = '.system.test.ts';
/** The projects of vitest.config.ts but those on a database. */
const BY_IMPORTS = ['--project=unit', '--project=component'];
const ON_DATABASE = /^(?!e2e\/).*\.(integration|system)\.test\.ts$/;

/** @type {import('./lib/test-results.mjs').TestResult[]} */
const results = [];
const add = (name, isPassed) => results.push({ name, status: isPassed ? 'passed' : 'failed' });
const title = (text) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}`);

async function check(name, command) {
  title(name);
  add(name, (await run(command)) === 0);
}

async function checkTypes() {
  title('types');
  const ended = await Promise.all(TYPE_PROJECTS.map((project) => runQuietly(['tsc', '-p', project])));
  for (const [index, { code, output }] of ended.entries()) {
    const name = `types of ${TYPE_PROJECTS[index]}`;
    add(name, code === 0);
    console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}`);
    if (output) process.stdout.write(output);
  }
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

/** Runs a test runner that writes REPORT. An error outside every test, or no report, is a failure too. */
async function test(name, command, readReport, { mayBeEmpty = false } = {}) {
  title(name);
  rmSync(REPORT, { force: true });
  const code = await run(command, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT } });
  const tests = existsSync(REPORT) ? readReport(JSON.parse(readFileSync(REPORT, 'utf8'))) : [];
  results.push(...tests);
  if (code !== 0 && !tests.some(({ status }) => status === 'failed')) add(`${name}: ended with code ${code}`, false);
  else if (tests.length === 0 && code === 0 && !mayBeEmpty) add(`${name}: no test ran`, false);
}

const NO_BROWSER = 'there is no Chromium, and it could not be installed (apt-get install chromium)';
const skip = (name) => results.push({ name, status: 'skipped' });

/** The tests of components among them need a browser (vitest.config.ts). */
async function testWithVitest(selection, options) {
  if (!(await ensureBrowser())) skip(`component tests: ${NO_BROWSER}`);
  await test('tests', [...VITEST, ...selection], readVitestReport, options);
}

/** @param {{ browser: string[] | null, system: string[] | null }} selection arguments of either run; null: not at all */
async function testInBrowsers({ browser, system }, options) {
  title('the panel');
  try {
    if (!isPanelFresh()) await buildPanel();
    add('build of the panel', true);
  } catch (error) {
    console.error(error.message);
    return add('build of the panel', false);
  }
  await check('sizes', ['size-limit', '--config', 'panel/size-limit.config.js']);
  if (!(await ensureBrowser())) return skip(`browser tests: ${NO_BROWSER}`);
  const engines = otherEngines();
  const projects = [...findBrowsers(), ...engines.filter(({ isInstalled }) => isInstalled)].map(
    ({ name }) => `--project=${name}`,
  );
  const runPart = (name, selection) => test(name, [...PLAYWRIGHT, ...selection], readPlaywrightReport, options);
  if (browser) await runPart('browser tests', [...projects, ...browser]);
  if (system) await runPart('browser tests of the system', ['--project=system', ...system]);
  for (const name of missingBrowsers()) {
    skip(`browser tests by keyboard in ${name}, which is not installed`);
  }
  for (const { name, packages } of engines.filter(({ isInstalled }) => !isInstalled)) {
    skip(`browser tests in ${name}, which is not installed (apt-get install ${packages})`);
  }
}

async function testAll() {
  await testWithVitest([]);
  await testInBrowsers({ browser: [], system: [] });
}

const testFiles = () =>
  TEST_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  ).filter((file) => /\.test\.tsx?$/.test(file));

/** @param {string} since a commit, or '' for the last one */
function changedFiles(since) {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--no-renames', since || 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** @param {string} since '' or '=<commit>' */
async function testChanged(since) {
  const options = { mayBeEmpty: true };
  await testWithVitest([...BY_IMPORTS, `--changed${since}`, '--passWithNoTests'], options);
  const onDatabase = testFiles().filter((file) => ON_DATABASE.test(file));
  const selected = testsOfChangedFeatures(changedFiles(since.slice(1)), onDatabase);
  if (selected.length > 0) await test('tests', [...VITEST, ...selected], readVitestReport);
  const inBrowsers = [`--only-changed${since}`, '--pass-with-no-tests'];
  await testInBrowsers({ browser: inBrowsers, system: inBrowsers }, options);
}

async function testMatching(patterns) {
  const files = testFiles().filter((file) => patterns.some((pattern) => file.includes(pattern)));
  const select = (matches) => {
    const selected = files.filter(matches);
    return selected.length > 0 ? selected : null;
  };
  const isInBrowsers = (file) => file.startsWith('e2e/');
  const others = select((file) => !isInBrowsers(file));
  const isRunnable = (file) =>
    !otherEngines().some(({ name, isInstalled }) => !isInstalled && file.endsWith(`.${name}.test.ts`));
  const browser = select((file) => isInBrowsers(file) && !file.endsWith(SYSTEM_TEST) && isRunnable(file));
  const system = select((file) => isInBrowsers(file) && file.endsWith(SYSTEM_TEST));
  if (others) await testWithVitest(others);
  if (files.some(isInBrowsers)) await testInBrowsers({ browser, system });
  if (files.length === 0) add(`no test file matches ${patterns.join(' ')}`, false);
}

const args = process.argv.slice(2);
const [option] = args.filter((arg) => arg.startsWith('--'));
const changed = /^--changed(=.+)?$/.exec(option);
if (option && (args.length > 1 || !(changed || option === '--static'))) {
  console.error(USAGE);
  process.exit(2);
}

await ensureInstalled({ forBuilding: true });
if (args.length > 0 && !option) {
  await testMatching(args);
} else {
  await checkAll();
  if (changed) await testChanged(changed[1] ?? '');
  else if (!option) await testAll();
}

title('result');
const { lines, isPassed } = summarize(results, { mayBeSkipped: process.env.CI !== 'true' });
for (const line of lines) console.log(line);
process.exitCode = isPassed ? 0 : 1;
