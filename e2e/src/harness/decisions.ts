import type { DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { expect } from '@playwright/test';
import { insertAdmin, insertSession } from '../../../server/src/testing/factories.ts';
import { uniqueName } from './data.ts';
import type { Panel } from './test.ts';

/**
 * Another administrator's decision, made on the present version of its subject.
 * @param decision by default that the subject is harmless
 */
export async function decideByOther(
  { db, system }: Panel,
  subject: DecideBody['subject'],
  decision: Partial<DecideBody> = {},
): Promise<{ decisionId: string; by: string }> {
  const admin = await insertAdmin(db, { username: uniqueName('Trưởng ca') });
  const token = await insertSession(db, admin.id);
  const call = async <Data>(path: string, body: object): Promise<Data> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(system.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.ok).toBe(true);
    return ((await response.json()) as { data: Data }).data;
  };
  const { version } = await call<{ version: number }>(`/api/admin/subjects/${subject.itemType}/${subject.itemId}`, {});
  const body = { subject, outcome: 'no_violation', actions: [], version, ...decision };
  const { decisionId } = await call<{ decisionId: string }>('/api/admin/decisions', body);
  return { decisionId, by: admin.username };
}
