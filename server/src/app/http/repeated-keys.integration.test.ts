import { endpoints } from '@hai-dang/contract/endpoints.ts';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { fieldsOf, sampleOf, sendSample } from '../../testing/endpoint-samples.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { type PublishedEvent, recordPublished } from '../../testing/published-events.ts';
import type { Sample } from '../../testing/sample.ts';
import { signInFor } from '../../testing/sample-caller.ts';
import { keyedCases } from '../../testing/samples.ts';

let testApp: TestApp;
let published: PublishedEvent[];
/** The tables of counters, each spread over slots by connection: how many rows a call adds to one depends on who came before. */
let slotted: ReadonlySet<string>;
beforeAll(async () => {
  testApp = await buildTestApp();
  published = recordPublished(testApp);
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'slot'`.execute(testApp.database.db);
  slotted = new Set(rows.map(({ name }) => name));
});
afterAll(() => testApp.close());

const KEYS = ['clientKey', 'tempId'];
const keyOf = (endpoint: Endpoint) => KEYS.find((name) => name in fieldsOf(endpoint));
const keyed = endpoints.filter((endpoint) => endpoint.mutates && keyOf(endpoint) !== undefined);

test('repeated keys: exactly the changing endpoints with a key of the client have a case', () => {
  expect(Object.keys(keyedCases).sort()).toEqual(keyed.map(({ name }) => name).sort());
});

describe.each(keyed)('$name', (endpoint) => {
  const { others, code, marks = [], isPublishedAgain } = keyedCases[endpoint.name] ?? {};
  const db = () => testApp.database.db;
  /** An app user uploads two images at once at most. */
  const atOnce = endpoint.upload ? 2 : 10;

  /** A sample with a key, and its caller. */
  async function prepare(key: string) {
    const sample = await sampleOf(endpoint, testApp);
    const token = await signInFor(endpoint, sample, testApp);
    const body = { ...(sample.body as object), [keyOf(endpoint) ?? '']: key };
    return { sample: { ...sample, body } satisfies Sample, token };
  }
  const send = ({ sample, token }: { sample: Sample; token: string }) => sendSample(testApp, endpoint, sample, token);

  /** The data of a successful call without the fields that mark a repeat. */
  async function resultOf(call: Parameters<typeof send>[0]): Promise<unknown> {
    const response = await send(call);
    expect(response.statusCode).toBe(endpoint.status);
    const { data } = response.json();
    return Array.isArray(data) ? data : { ...data, ...Object.fromEntries(marks.map((name) => [name, null])) };
  }

  /** How many rows `work` adds to each table but the counters, which `expectCountersRight` recounts. */
  async function rowsAddedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const countsOf = async () =>
      Object.entries(await fingerprint(db()))
        .filter(([name]) => !slotted.has(name))
        .map(([name, hash]) => [name, Number.parseInt(hash, 10)] as const);
    const before = Object.fromEntries(await countsOf());
    await work();
    return Object.fromEntries((await countsOf()).map(([name, count]) => [name, count - (before[name] ?? 0)]));
  }

  /** When the sender of a message was last seen is stored in its own time. */
  async function stored() {
    const { accounts, ...others } = await fingerprint(db());
    return isPublishedAgain ? others : { ...others, accounts };
  }

  test(`${atOnce} times at once → one response, one change, published once; again → nothing changed`, async () => {
    const single = await prepare('single');
    const rows = await rowsAddedBy(() => send(single));
    expect(rows).toMatchObject({ audit_entries: endpoint.unaudited ? 0 : 1 });
    const call = await prepare('repeated');
    published.length = 0;
    const results: unknown[] = [];
    const addedRows = await rowsAddedBy(async () => {
      results.push(...(await Promise.all(Array.from({ length: atOnce }, () => resultOf(call)))));
    });
    for (const result of results) expect(result).toEqual(results[0]);
    expect(addedRows).toEqual(rows);
    await expectCountersRight(db());
    await expectSubjectsReplayed(db());
    const texts = published.map((event) => JSON.stringify(event));
    if (!isPublishedAgain) expect(texts).toEqual([...new Set(texts)]);

    const before = await stored();
    published.length = 0;
    expect(await resultOf(call)).toEqual(results[0]);
    expect(await stored()).toEqual(before);
    const repeated = published.map((event) => JSON.stringify(event));
    expect(isPublishedAgain ? repeated.filter((text) => !texts.includes(text)) : repeated).toEqual([]);
  });

  test('another call under the key of the first → 409, nothing changed or published', async () => {
    const call = await prepare('reused');
    await resultOf(call);
    const bodies = (await others?.(testApp)) ?? [];
    const before = await stored();
    published.length = 0;
    expect(bodies).not.toEqual([]);
    for (const body of bodies) {
      const response = await send({ ...call, sample: { ...call.sample, body: { ...call.sample.body, ...body } } });
      expect([body, response.statusCode, response.json().code]).toEqual([body, 409, code]);
    }
    expect(await stored()).toEqual(before);
    expect(published).toEqual([]);
  });

  test('the key of another caller → a call of its own', async () => {
    const first = await resultOf(await prepare('shared'));
    expect(await resultOf(await prepare('shared'))).not.toEqual(first);
  });
});
