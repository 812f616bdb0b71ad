import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../../lib/outbound/post-to-url.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { fieldsOf, sampleOf, sendSample } from '../../testing/endpoint-samples.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { type PublishedEvent, recordPublished } from '../../testing/published-events.ts';
import type { Sample } from '../../testing/sample.ts';
import { staleCases } from '../../testing/samples.ts';

let testApp: TestApp;
let published: PublishedEvent[];
beforeAll(async () => {
  testApp = await buildTestApp({ outbound: createOutbound({ allowsPrivate: true }) });
  published = recordPublished(testApp);
});
afterAll(() => testApp.close());

/** A preview changes nothing, so that any version will do. */
const versioned = endpoints.filter((endpoint) => endpoint.mutates && 'version' in fieldsOf(endpoint));

test('stale versions: exactly the changing endpoints with a version have a case', () => {
  expect(Object.keys(staleCases).sort()).toEqual(versioned.map(({ name }) => name).sort());
});

test.each(versioned)(
  '$name: a version before or after the present one → 409 with the present record; nothing changed, recorded or published',
  async (endpoint) => {
    const { body, change, named, code = 'CHANGED' } = staleCases[endpoint.name] ?? {};
    const { admin, database } = testApp;
    const sample = await sampleOf(endpoint, testApp);
    const send = (sent: Sample) => sendSample(testApp, endpoint, sent, admin.token);

    const sendFirst = async () => {
      const first = await send(sample);
      expect(first.statusCode).toBe(endpoint.status);
      const { data } = first.json();
      return data.subject ?? data;
    };
    const present = await (change ? change(testApp, sample) : sendFirst());
    const before = await fingerprint(database.db);
    published.length = 0;
    const call = { ...(sample.body as { version: number }), ...body };
    expect(call.version).toBeLessThan(present.version);
    for (const version of [call.version, present.version + 1]) {
      const stale = await send({ ...sample, body: { ...call, version } });
      expect([stale.statusCode, stale.json().code]).toEqual([409, code]);
      expect(Object.values(stale.json().details)).toEqual([present]);
      if (named) expect(stale.json().message).toBe(`${named} vừa được quản trị viên khác thay đổi`);
    }
    expect(await fingerprint(database.db)).toEqual(before);
    expect(published).toEqual([]);

    const next = await send({ ...sample, body: { ...call, version: present.version } });
    expect(next.statusCode).toBe(endpoint.status);
    expect(await fingerprint(database.db)).not.toEqual(before);
    expect(published).not.toEqual([]);
  },
);
