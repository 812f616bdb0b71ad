import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROKEN_PARTS, damagedCursor, toCursor, wholePosition } from '../../testing/arbitrary-input.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addresses, type Field, fieldsOf } from '../../testing/endpoint-samples.ts';
import { insertReport, insertSession, insertUser } from '../../testing/factories.ts';

const RUNS = 60;
/** Each list gets several hundred calls. */
const TIMEOUT_MS = 60_000;
/** Texts that make a list a search. */
const TERMS = ['q', 'search', 'searchTerm'];
let testApp: TestApp;
let userId: string;
let userToken: string;
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'error' });
  const { database, clock } = testApp;
  const user = await insertUser(database.db);
  await insertReport(database.db, { itemType: 'User', itemId: user.id });
  userId = user.id;
  userToken = await insertSession(database.db, user.id, clock.now());
});
afterAll(async () => {
  const { logLines } = testApp;
  await testApp.close();
  // A client error is not a server error.
  expect(logLines).toEqual([]);
});

const valuesOf = ({ enum: values = [], anyOf = [] }: Field): unknown[] => [...values, ...anyOf.flatMap(valuesOf)];

/** No position of any list. */
const MALFORMED = ['x', 'không', '{}', ...[{}, [], 1, 'x', null].map(toCursor)];

/** A longer one is rejected before it is read. */
const CURSOR_MAX_CHARS = 512;

type Address = (typeof addresses)[number];
type Criteria = Record<string, unknown>;
/** An alias has the same handler. */
const lists = addresses.filter(
  ({ endpoint, method, path }) =>
    endpoint.method === method && endpoint.path === path && 'cursor' in fieldsOf(endpoint),
);

/** No criteria, each value of each field with a few, each search, and the list of one user: they decide how a cursor is read. */
function criteriaOf({ endpoint }: Address): Criteria[] {
  const fields = Object.entries(fieldsOf(endpoint));
  const terms = TERMS.filter((name) => name in fieldsOf(endpoint)).map((name) => ({ [name]: 'a' }));
  const choices = fields.flatMap(([name, field]) => valuesOf(field).map((value) => ({ [name]: value })));
  const single = [{}, ...choices, ...terms, ...('userId' in fieldsOf(endpoint) ? [{ userId: 'khong-co' }] : [])];
  const isValid = (criteria: Criteria) => endpoint.body?.safeParse(criteria).success;
  // Where a list is always a search, the other criteria come with its term.
  return single.map((criteria) => (isValid(criteria) ? criteria : { ...Object.assign({}, ...terms), ...criteria }));
}

async function send({ endpoint, method, path }: Address, criteria: Criteria, cursor: string): Promise<number> {
  const url = path.replace(':itemType', 'User').replace(/:\w+/g, userId);
  const token = endpoint.access === 'user' ? userToken : testApp.admin.token;
  const response = await testApp.send(method, url, { token, body: { ...criteria, cursor } });
  if (response.statusCode !== endpoint.status) {
    const error = errorEnvelopeSchema.parse(response.json());
    expect({ criteria, status: response.statusCode, code: error.code, cursor: textOf(cursor) }).toEqual({
      criteria,
      status: 400,
      code: 'INVALID_CURSOR',
      cursor: textOf(cursor),
    });
  }
  return response.statusCode;
}
const textOf = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('utf8');

/** One of the ways in which a list reads its cursor. */
interface Way {
  criteria: Criteria;
  /** A position that it accepts, with the fields alone that it reads. */
  position: Criteria;
}

/** Fails where a list accepts no position: its cursor has a field that arbitrary-input.ts does not know. */
async function findWay(address: Address, criteria: Criteria): Promise<Way> {
  for (const position of fc.sample(wholePosition, 100)) {
    if (toCursor(position).length > CURSOR_MAX_CHARS) continue;
    if ((await send(address, criteria, toCursor(position))) !== address.endpoint.status) continue;
    const read: Criteria = {};
    for (const [name, value] of Object.entries(position)) {
      const isRead = (await send(address, criteria, toCursor({ ...position, [name]: {} }))) === 400;
      if (isRead) read[name] = value;
    }
    return { criteria, position: read };
  }
  throw new Error(`${address.endpoint.name} accepts no cursor with ${JSON.stringify(criteria)}`);
}

describe.each(lists)('$endpoint.name', { timeout: TIMEOUT_MS }, (address) => {
  test('a malformed cursor answers 400 INVALID_CURSOR, one with a field at or beyond the limits of its type answers its status or 400 INVALID_CURSOR', async () => {
    const ways = new Map<string, Way>();
    for (const criteria of criteriaOf(address)) {
      const way = await findWay(address, criteria);
      ways.set(Object.keys(way.position).join(), way);
    }
    // A list of all that are there, or of no matches, reads none.
    ways.delete('');
    expect(ways.size).toBeGreaterThan(0);
    for (const { criteria, position } of ways.values()) {
      for (const cursor of MALFORMED) expect([cursor, await send(address, criteria, cursor)]).toEqual([cursor, 400]);
      for (const name of Object.keys(position)) {
        for (const value of BROKEN_PARTS) await send(address, criteria, toCursor({ ...position, [name]: value }));
      }
    }
  });

  test('a cursor with arbitrary content answers its status or 400 INVALID_CURSOR', async () => {
    const criteria = fc.constantFrom(...criteriaOf(address));
    const cursors = fc.oneof({ weight: 4, arbitrary: damagedCursor }, fc.jsonValue({ maxDepth: 2 }).map(toCursor));
    await fc.assert(
      fc.asyncProperty(criteria, cursors, async (chosen, cursor) => {
        fc.pre(cursor.length <= CURSOR_MAX_CHARS);
        await send(address, chosen, cursor);
      }),
      { numRuns: RUNS },
    );
  });
});
