import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { defineEndpoint, type Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { acknowledgementSchema } from '@hai-dang/contract/lib/envelope.ts';
import { expect, test } from 'vitest';
import { buildTestApp } from '../testing/build-test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';

test('buildApp: a contract endpoint without a handler is named, and nothing is built', async () => {
  const unheardOf = defineEndpoint({
    name: 'inviteFriend',
    feature: 'friends',
    method: 'POST',
    path: '/api/invitations',
    access: 'admin',
    summary: 'Nobody handles this',
    mutates: true,
    response: acknowledgementSchema,
  });
  const contract = endpoints as Endpoint[];
  const database = await createTestDatabase();
  contract.push(unheardOf);
  try {
    await expect(buildTestApp({ database })).rejects.toThrow('no handler is mounted for: inviteFriend');
  } finally {
    contract.pop();
    await database.close();
  }
});
