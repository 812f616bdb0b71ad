import path from 'node:path';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { toJSONSchema } from 'zod/mini';
import { seedScaleData } from '../../../demo/src/scale/scale-data.ts';
import { createDiskImageStore } from '../../../server/src/lib/images/image-store.ts';
import { sampleOf, sendSample } from '../../../server/src/testing/endpoint-samples.ts';
import { insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { failuresOf, openTarget, type Target } from '../target.ts';
import { percentile } from '../units.ts';

const USERS = 20_000;
const TRIES = 5;
const MEDIAN_MAX_MS = 100;

/** Characters with a meaning in a query, a pattern, a regular expression, JSON or a path. */
const HOSTILE_TERMS: readonly string[] = [
  "'",
  '"',
  "' or '1'='1",
  "'; drop table users; --",
  "' union select password_hash from users --",
  '%',
  '_',
  '%%%%',
  '\\',
  '\\\\%',
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '[',
  '*',
  '$$',
  '$1',
  '#{1+1}',
  '{{1+1}}',
  '{"$ne":null}',
  '..%2f..%2f',
  '--',
  '/*',
  ';',
  '&|!',
  ':*',
  '<->',
  'a & b | !c',
  'ạ'.repeat(200),
  '%_'.repeat(100),
];

/** The subset of JSON Schema that locates the texts of a body. */
interface Schema {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

/** ASVS 1.2.4 and 1.2.9: every text field of every reading call, over many rows: no server error, no slow response. */
export async function hostileSearch(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context);
  await fill(target, context.times ?? USERS);
  const tookMs: number[] = [];
  const fell: string[] = [];
  for (const endpoint of endpoints.filter(({ body, mutates, upload }) => body && !mutates && !upload)) {
    for (const place of textsOf(toJSONSchema(endpoint.body ?? endpoint.response, { io: 'input' }) as Schema)) {
      for (const term of HOSTILE_TERMS) {
        const { ms, wrong } = await tryTerm(target, endpoint, place, term);
        tookMs.push(ms);
        if (wrong) fell.push(`${endpoint.name} ${place.join('.')} ${JSON.stringify(term)}: ${wrong}`);
      }
    }
  }
  return {
    tried: `${tookMs.length} texts in calls, ${TRIES} times each, over ${context.times ?? USERS} users`,
    seen: `the slowest took ${Math.max(...tookMs).toFixed(0)} ms`,
    fell: [...fell.slice(0, 10), ...failuresOf(target.server)],
  };
}

async function fill({ database, dataDir, clock }: Target, users: number): Promise<void> {
  const sizes = { users, posts: users, travelPosts: users, likes: users, comments: users, follows: users };
  const images = createDiskImageStore(path.join(dataDir, 'media'));
  const options = { database, images, clock, force: true, onProgress: () => undefined };
  await seedScaleData({ ...options, sizes: { ...sizes, reports: users } });
  // The set has no messages: one of each user is added.
  await database.pool.query(`
    insert into conversations (user_id, last_seq, unread_count, admin_read_seq)
      select id, 1, 1, 0 from users where role = 'user'`);
  await database.pool.query(`
    insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at)
      select 'm' || id, id, 1, id, false, 'text', 'Xin chào, 100% của ' || username, 'k', now() from users where role = 'user'`);
  await database.pool.query('analyze');
}

/** The paths of the text fields in a body. */
function textsOf(schema: Schema, way: readonly string[] = []): string[][] {
  const here = schema.type === 'string' && way.length > 0 ? [[...way]] : [];
  const within = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => textsOf(field, [...way, name]));
  const either = (schema.anyOf ?? []).flatMap((option) => textsOf(option, way));
  const all = [...here, ...within, ...either];
  return [...new Map(all.map((each) => [each.join('.'), each])).values()];
}

async function tryTerm(target: Target, endpoint: Endpoint, place: readonly string[], term: string) {
  const { database, clock } = target;
  const sample = await sampleOf(endpoint, target);
  const token =
    endpoint.access === 'user'
      ? await insertSession(database.db, (await insertUser(database.db)).id, clock.now())
      : target.admin.token;
  const body = withText(sample.body ?? {}, place, term);
  const isValid = endpoint.body?.safeParse(body).success ?? false;
  const took: number[] = [];
  let wrong: string | undefined;
  for (let n = 0; n < TRIES; n += 1) {
    const response = await sendSample(target, endpoint, { ...sample, body }, token);
    took.push(response.tookMs);
    if (response.statusCode >= 500) wrong = response.body.slice(0, 200);
    else if (response.statusCode >= 400 && !errorEnvelopeSchema.safeParse(response.json()).success)
      wrong = 'no envelope';
    else if (!isValid && response.statusCode !== 400) wrong = `${response.statusCode} in place of 400`;
  }
  const ms = percentile(took, 50);
  if (ms >= MEDIAN_MAX_MS) wrong ??= `${ms.toFixed(0)} ms`;
  return { ms, wrong };
}

function withText(body: unknown, [name, ...rest]: readonly string[], text: string): object {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  if (name !== undefined) fields[name] = rest.length === 0 ? text : withText(fields[name], rest, text);
  return fields;
}
