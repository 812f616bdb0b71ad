import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { insertAdmin, insertSession, insertUser } from './factories.ts';
import type { Sample, SampleTarget } from './sample.ts';

/** Signs in who may send a sample: the account that it names, or a new one that may call the endpoint. @returns the token */
export async function signInFor(
  { access }: Pick<Endpoint, 'access'>,
  { callerId, ownerId }: Sample,
  { database: { db }, clock }: SampleTarget,
): Promise<string> {
  const id = callerId ?? ownerId ?? (await (access === 'user' ? insertUser(db) : insertAdmin(db))).id;
  return insertSession(db, id, clock.now());
}
