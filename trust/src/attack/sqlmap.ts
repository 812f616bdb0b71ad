import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { type Endpoint, endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { sampleOf } from '../../../server/src/testing/endpoint-samples.ts';
import { insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import type { Sample } from '../../../server/src/testing/sample.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { failuresOf, openTarget, type Target } from '../target.ts';
import { openFront } from './front.ts';
import { openFolder, runScanner } from './scanner.ts';

/** sqlmap injects at this mark, and in a body into every value. */
const MARK = '*';
/** Its verdict; a first suspicion is verified and may be withdrawn. */
const FOUND = /identified the following injection point/i;
const REJECTIONS = '400,401,403,404,409,410,413,415,429';
const AT_ONCE = 2;

interface Request {
  name: string;
  text: string;
}

/** ASVS 1.2.4: sqlmap on every value of every call's URL and body. */
export async function sqlmap(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context, { TRUST_PROXY: 'loopback' });
  const folder = await openFolder(context);
  const front = await openFront(context, target.url, { '/attack-open': openPage(target) });
  const scan = (request: Request) => runSqlmap(context, folder, front.url, request);
  // The control: a run that misses this hole proves nothing.
  const control = await scan({ name: 'open', text: requestText('GET', '/attack-open?id=1', 'none') });
  const requests: Request[] = [];
  for (const endpoint of endpoints.filter(({ upload }) => !upload))
    requests.push(...(await requestsOf(endpoint, target)));
  const chosen = requests.slice(0, context.times ?? requests.length);
  const fell: string[] = FOUND.test(control) ? [] : [`sqlmap found nothing in a page that is open:\n${control}`];
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    await Promise.all(
      chosen.slice(at, at + AT_ONCE).map(async (request) => {
        const said = await scan(request);
        if (FOUND.test(said)) fell.push(`${request.name}: ${said.slice(said.search(FOUND))}`);
        else if (!/do not appear to be injectable/.test(said)) fell.push(`${request.name} was not tried:\n${said}`);
      }),
    );
  }
  return {
    tried: `${chosen.length} requests, all values in them`,
    seen: `${front.passed()} requests, ${fell.length} findings; one in a page that is open on purpose`,
    fell: [...fell, ...failuresOf(target.server)],
  };
}

async function runSqlmap(
  context: ScenarioContext,
  folder: string,
  front: string,
  { name, text }: Request,
): Promise<string> {
  const file = path.join(folder, `${name}.txt`);
  await writeFile(file, text.replace('{host}', new URL(front).host));
  const bounds = ['--level=2', '--risk=2', '--time-sec=2', '--timeout=10', '--retries=1', '--dbms=PostgreSQL'];
  const place = ['-r', file, `--output-dir=${path.join(folder, name)}`];
  const manner = ['--batch', '--disable-coloring', '--ignore-stdin', '--flush-session', `--ignore-code=${REJECTIONS}`];
  return runScanner(context, 'sqlmap', [...place, ...manner, ...bounds], folder);
}

/** Its URL with each id marked, and its body, whose values sqlmap finds itself. */
async function requestsOf(endpoint: Endpoint, target: Target): Promise<Request[]> {
  const sample = await sampleOf(endpoint, target);
  const { name, method } = endpoint;
  const token = await tokenFor(endpoint, sample, target);
  const plain = endpointPath(endpoint, sample.params);
  const marked = Object.fromEntries(Object.entries(sample.params ?? {}).map(([key, id]) => [key, `${id}${MARK}`]));
  const body = endpoint.body && method !== 'GET' ? JSON.stringify(sample.body ?? {}) : undefined;
  const hasValues = body !== undefined && body !== '{}';
  return [
    ...(sample.params
      ? [{ name: `${name}-address`, text: requestText(method, endpointPath(endpoint, marked), token, body) }]
      : []),
    ...(hasValues ? [{ name: `${name}-body`, text: requestText(method, plain, token, body) }] : []),
  ];
}

/** A new session for each request: one of the calls ends its session. */
async function tokenFor({ access }: Endpoint, sample: Sample, { database: { db }, admin }: Target): Promise<string> {
  const anyone = access === 'user' ? (await insertUser(db)).id : admin.id;
  return insertSession(db, sample.callerId ?? sample.ownerId ?? anyone);
}

function requestText(method: string, address: string, token: string, body?: string): string {
  const head = [`${method} ${address} HTTP/1.1`, 'Host: {host}', `Authorization: Bearer ${token}`];
  if (body === undefined) return `${head.join('\r\n')}\r\n\r\n`;
  return `${[...head, 'Content-Type: application/json'].join('\r\n')}\r\n\r\n${body}`;
}

/** A deliberate hole that the server does not have: it puts the input into its statement. */
const openPage =
  ({ database: { pool } }: Target) =>
  async (url: URL, response: { end(text: string): unknown }): Promise<void> => {
    const id = url.searchParams.get('id') ?? '';
    const text = await pool.query(`select username from users where role = 'admin' and 1 = ${id}`).then(
      ({ rows }) => JSON.stringify(rows),
      (error: unknown) => String(error),
    );
    response.end(text);
  };
