import { randomBytes } from 'node:crypto';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import type { ErrorCode } from '@hai-dang/contract/errors.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sampleOf, sendSample } from '../../testing/endpoint-samples.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { type PublishedEvent, recordPublished } from '../../testing/published-events.ts';
import { signInFor } from '../../testing/sample-caller.ts';

let testApp: TestApp;
let published: PublishedEvent[];
beforeAll(async () => {
  // Else the first webhook makes its key.
  testApp = await buildTestApp({ webhookKey: randomBytes(32).toString('base64') });
  published = recordPublished(testApp);
});
afterAll(() => testApp.close());

const withId = endpoints.filter(({ path }) => path.includes(':'));
/** The fields that say of which kind an id is. */
const KIND = 'itemType';
/** The code by the path; the first one counts. */
const CODES: ReadonlyArray<[path: RegExp, code: ErrorCode]> = [
  [/\/sessions\/:/, 'SESSION_NOT_FOUND'],
  [/\/invitations\/:/, 'INVITATION_NOT_FOUND'],
  [/\/administrators\/:/, 'ADMINISTRATOR_NOT_FOUND'],
  [/\/webhooks\/:/, 'WEBHOOK_NOT_FOUND'],
  [/\/canned-replies\/:/, 'CANNED_REPLY_NOT_FOUND'],
  [/\/chat\/(send-.*)?:userId$/, 'CHAT_USER_NOT_FOUND'],
  [/\/chat\/:/, 'CONVERSATION_NOT_FOUND'],
  [/\/appeals\/:/, 'APPEAL_NOT_FOUND'],
  [/\/subjects\/:/, 'SUBJECT_NOT_FOUND'],
  [/\/bulk\/:/, 'BULK_NOT_FOUND'],
  [/\/decisions\/:/, 'DECISION_NOT_FOUND'],
  [/\/notes\/:/, 'NOTE_NOT_FOUND'],
  [/\/policies\/:/, 'POLICY_NOT_FOUND'],
  [/\/recent-actions\/:/, 'RECENT_ACTION_NOT_FOUND'],
  [/\/reports\/admin\//, 'REPORT_NOT_FOUND'],
  [/\/notifications\/:/, 'NOTIFICATION_NOT_FOUND'],
  [/\/comments\/:/, 'COMMENT_NOT_FOUND'],
  [/\/travel\/:/, 'TRAVEL_POST_NOT_FOUND'],
  // The content of the sample is a post.
  [/\/(posts|deletePost|content)\/:/, 'POST_NOT_FOUND'],
  [/\/saved-views\/:/, 'SAVED_VIEW_NOT_FOUND'],
  [/\/users\/(detail\/)?:/, 'USER_NOT_FOUND'],
];
/** Nothing is written about a subject that does not exist. */
const EMPTY_LISTS = ['listNotes'];

test.each(withId)('$name: an id that does not exist → 404, nothing changed or published', async (endpoint) => {
  const sample = await sampleOf(endpoint, testApp);
  const token = await signInFor(endpoint, sample, testApp);
  const before = await fingerprint(testApp.database.db);
  published.length = 0;
  for (const id of ['khong-co', newId()]) {
    const params = Object.fromEntries(
      Object.entries(sample.params ?? {}).map(([name, value]) => [name, name === KIND ? value : id]),
    );
    const response = await sendSample(testApp, endpoint, { ...sample, params }, token);
    if (EMPTY_LISTS.includes(endpoint.name)) {
      expect([response.statusCode, response.json().data]).toEqual([200, []]);
      continue;
    }
    const [, code] = CODES.find(([path]) => path.test(endpoint.path)) ?? [];
    expect([response.statusCode, response.json().code]).toEqual([404, code]);
    expect(errorEnvelopeSchema.safeParse(response.json()).success).toBe(true);
  }
  expect(await fingerprint(testApp.database.db)).toEqual(before);
  expect(published).toEqual([]);
});
