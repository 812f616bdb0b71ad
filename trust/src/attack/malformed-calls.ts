import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { type Endpoint, endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { anyWellFormedText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { toJSONSchema } from 'zod/mini';
import { arbitraryInput } from '../../../server/src/testing/arbitrary-input.ts';
import { addresses } from '../../../server/src/testing/endpoint-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { uploadOf } from '../../../server/src/testing/multipart.ts';
import { pngOf } from '../../../server/src/testing/test-images.ts';
import type { NetworkResponse, Target } from '../target.ts';
import type { Sent } from './sent.ts';

const AT_ONCE = 8;
/** More are rejected: the server limits parallel calls of one account. */
const UPLOADS_AT_ONCE = 4;

const anyId = fc.oneof(
  anyWellFormedText({ minLength: 1, maxLength: 100 }),
  fc.constantFrom('\0', '..', '../..', '%', "'", '__proto__', 'x'.repeat(3_000)),
);
const queries = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((query) => `?${query}`),
);

/** Bodies, ids and queries for every call but uploads; mutating calls find nothing to change. */
export async function sendMalformedCalls(target: Target, count: number, seed: number): Promise<Sent> {
  const calls = addresses.filter(({ endpoint }) => !endpoint.upload);
  const each = Math.ceil(count / calls.length);
  const fell: string[] = [];
  let sent = 0;
  for (const { endpoint, method, path } of calls) {
    const schema = toJSONSchema(endpoint.body ?? endpoint.response, { io: 'input', unrepresentable: 'any' });
    const inputs = fc.sample(fc.tuple(arbitraryInput(schema), anyId, queries, fc.ipV4()), { numRuns: each, seed });
    await inGroups(inputs, async ([input, id, query, from]) => {
      const url = path.replace(/:\w+/g, encodeURIComponent(id.toWellFormed())) + query;
      const text = JSON.stringify(input) ?? '{';
      const body = method === 'GET' ? {} : { body: text, headers: { 'content-type': 'application/json' } };
      const response = await target.send(method, url, { ...body, from, token: await tokenFor(target, endpoint) });
      sent += 1;
      if (response.statusCode === 401 && endpoint.access !== 'public') fell.push(`${endpoint.name}: not signed in`);
      fell.push(...wrongWith(response).map((wrong) => `${method} ${url} ${text.slice(0, 200)}: ${wrong}`));
    });
  }
  return { count: sent, fell };
}

/** Uploads that are truncated, or in which bytes have changed. */
export async function sendMalformedUploads(target: Target, count: number, seed: number): Promise<Sent> {
  const uploading = endpoints.filter(({ upload }) => upload);
  const image = await pngOf();
  const { id: userId } = await insertUser(target.database.db);
  const fell: string[] = [];
  let sent = 0;
  for (const endpoint of uploading) {
    const whole = uploadOf({ tempId: 'x', caption: 'Chụp sáng nay' }, endpoint.upload?.field ?? '', [image]);
    const damaged = damagedBytes(whole.body);
    const inputs = fc.sample(damaged, { numRuns: Math.ceil(count / uploading.length), seed });
    const token = await tokenFor(target, endpoint);
    const url = endpointPath(endpoint, { userId });
    await inGroups(
      inputs,
      async (body) => {
        const response = await target.send(endpoint.method, url, { ...whole, body, token });
        sent += 1;
        fell.push(...wrongWith(response).map((wrong) => `${endpoint.name}, ${body.length} bytes: ${wrong}`));
      },
      UPLOADS_AT_ONCE,
    );
  }
  return { count: sent, fell };
}

/** Bytes with some changed, some removed and perhaps truncated. */
export function damagedBytes(whole: Buffer): fc.Arbitrary<Buffer> {
  const places = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 });
  return fc.tuple(places, fc.nat(whole.length), fc.boolean()).map(([changes, end, isCut]) => {
    const bytes = Buffer.from(isCut ? whole.subarray(0, end) : whole);
    for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
    return bytes;
  });
}

/** The defect of a response; a rejection because of too many parallel calls is none. */
function wrongWith(response: NetworkResponse): string[] {
  if (response.statusCode === 503 && response.headers['retry-after'] !== undefined) return [];
  if (response.statusCode >= 500) return [`${response.statusCode} ${response.body.slice(0, 200)}`];
  if (response.statusCode < 400) return [];
  return errorEnvelopeSchema.safeParse(parseOr(response.body)).success
    ? []
    : [`${response.statusCode} without envelope`];
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const sessions = new WeakMap<Target, Map<string, string>>();

/** A session of an account that the call is for; an endpoint that ends its session gets a new one each time. */
async function tokenFor(target: Target, { name, access }: Pick<Endpoint, 'name' | 'access'>): Promise<string> {
  const known = sessions.get(target) ?? new Map<string, string>();
  sessions.set(target, known);
  const kept = known.get(access);
  const { db } = target.database;
  if (kept !== undefined && name !== 'logout') return kept;
  const { id } = await (access === 'user' ? insertUser(db) : insertAdmin(db));
  const token = await insertSession(db, id);
  if (name !== 'logout') known.set(access, token);
  return token;
}

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = AT_ONCE): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(work));
}
