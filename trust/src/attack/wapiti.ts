import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { type Endpoint, endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { z } from 'zod';
import { buildPanel, isPanelFresh } from '../../../scripts/lib/panel.mjs';
import { addresses, sampleOf } from '../../../server/src/testing/endpoint-samples.ts';
import { insertSession } from '../../../server/src/testing/factories.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { failuresOf, openTarget, type Target } from '../target.ts';
import { openFront, type Page } from './front.ts';
import { openFolder, runScanner } from './scanner.ts';

/** The modules that neither call hosts on the internet nor guess file names of other programs. */
const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';
const CRAWL_SECONDS = 90;
const MODULE_SECONDS = 40;
const OUTPUT_MAX_CHARS = 2_000;
const MAP = '/attack-map';
const OPEN = '/attack-open';
const SCREENS = [
  '/login',
  '/admin/dashboard',
  '/admin/users',
  '/admin/reports',
  '/admin/chat',
  '/admin/policies',
  '/admin/settings',
  '/admin/audit',
];

const finding = z.object({ method: z.string(), path: z.string(), info: z.string() });
const report = z.object({
  vulnerabilities: z.record(z.string(), z.array(finding)),
  anomalies: z.record(z.string(), z.array(finding)),
});
interface Finding extends z.infer<typeof finding> {
  category: string;
  /** Whether the response is the panel's own page, which every path without a file returns. */
  isPanel: boolean;
}

/** False positives, each with its reason; docs/trust.md lists them too. */
const EXPLAINED: ReadonlyArray<{ is: (finding: Finding) => boolean; reason: string }> = [
  {
    is: ({ path: address }) => address.startsWith(OPEN),
    reason: 'the page that is open on purpose, to see that the scanner can find something',
  },
  {
    is: ({ category, path: address }) => category === 'Cross Site Request Forgery' && address !== '/login',
    reason: 'the forms are those of the map that the scanner is given; calls take a token in a header, never a cookie',
  },
  {
    is: ({ category, isPanel }) => category === 'Backup file' && isPanel,
    reason: 'an address that is no file is a screen of the panel, which says itself that there is none',
  },
  {
    is: ({ category, info }) => category === 'HTTP Secure Headers' && info.startsWith('X-XSS-Protection'),
    reason: 'it is 0, as OWASP has it: what it switched on did harm, and no browser has it any more',
  },
];

/** wapiti through the panel, and on every path of the contract. */
export async function wapiti(context: ScenarioContext): Promise<Outcome> {
  if (!isPanelFresh()) await buildPanel();
  const target = await openTarget(context, { TRUST_PROXY: 'loopback' });
  const folder = await openFolder(context);
  const map = await mapOf(target);
  const pages: Record<string, Page> = {
    [MAP]: (_url, response) => response.setHeader('content-type', 'text/html').end(map),
    // A deliberate hole that the server does not have: it echoes the input.
    [OPEN]: (url, response) =>
      response.setHeader('content-type', 'text/html').end(`<p>${url.searchParams.get('name') ?? ''}</p>`),
  };
  // Some calls end sessions, and the scan continues.
  const front = await openFront(context, target.url, pages, () => insertSession(target.database.db, target.admin.id));
  const file = path.join(folder, 'report.json');
  const said = await runScanner(context, 'wapiti', argumentsFor(front.url, file, folder), folder);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`wapiti wrote no report:\n${said.slice(-OUTPUT_MAX_CHARS)}`);
  });
  const { vulnerabilities, anomalies } = report.parse(JSON.parse(text));
  const listed = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([category, list]) =>
    list.map((each) => ({ ...each, category })),
  );
  const read = async (address: string) => (await fetch(`${target.url}${address}`)).text();
  const panel = await read('/admin/nowhere');
  const findings: Finding[] = [];
  for (const each of listed) {
    findings.push({ ...each, isPanel: each.method === 'GET' && (await read(each.path)) === panel });
  }
  const unexplained = findings.filter((each) => !EXPLAINED.some(({ is }) => is(each)));
  const canFind = findings.some(({ path: address }) => address.startsWith(OPEN));
  return {
    tried: `${MODULES.split(',').length} modules over ${SCREENS.length} screens and ${addresses.length} addresses`,
    seen: `${front.passed()} requests, ${findings.length} findings, ${findings.length - unexplained.length} explained`,
    fell: [
      ...(canFind ? [] : [`wapiti found nothing in a page that is open:\n${said.slice(-OUTPUT_MAX_CHARS)}`]),
      ...unexplained.map(({ category, method, path: address, info }) => `${category}: ${method} ${address}: ${info}`),
      ...failuresOf(target.server),
    ],
  };
}

function argumentsFor(front: string, file: string, folder: string): string[] {
  return [
    ...['-u', `${front}/`, '-s', `${front}${MAP}`, '--scope', 'folder', '-m', MODULES, '--no-bugreport'],
    ...['-f', 'json', '-o', file, '-v', '1'],
    ...['--max-scan-time', String(CRAWL_SECONDS), '--max-attack-time', String(MODULE_SECONDS), '-t', '10'],
    ...['--store-session', path.join(folder, 'session'), '--store-config', path.join(folder, 'config')],
  ];
}

/** A page with links to every screen and every path, each with a parameter to change. */
async function mapOf(target: Target): Promise<string> {
  const parts = SCREENS.map((screen) => `<a href="${screen}?q=x&page=1">${screen}</a>`);
  parts.push(`<a href="/login?next=/admin/users">next</a><a href="${OPEN}?name=x">open</a>`);
  for (const endpoint of endpoints) parts.push(await mapped(endpoint, target));
  return `<!doctype html><title>map</title>${parts.join('\n')}`;
}

async function mapped(endpoint: Endpoint, target: Target): Promise<string> {
  const { params, body, upload } = await sampleOf(endpoint, target);
  const address = endpointPath(endpoint, params);
  const fields = Object.entries(body ?? {}).map(([name, value]) => `<input name="${name}" value="${String(value)}">`);
  const file = upload ? `<input type="file" name="${upload.field}">` : '';
  const form = `<form method="post" action="${address}" ${upload ? 'enctype="multipart/form-data"' : ''}>`;
  return `<a href="${address}?id=1&q=x">${endpoint.name}</a>${form}${fields.join('')}${file}<button>gửi</button></form>`;
}
