import { insertSession } from '../../../server/src/testing/factories.ts';
import { createPosts, createUser } from './data.ts';
import type { ServerAccess } from './server-test.ts';

export interface Reporter {
  id: string;
  username: string;
  /** Files one report of a new post over HTTP, as the app does. @returns its id */
  file(): Promise<string>;
}

async function post(url: string, body: object, token: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** A signed-in app user, and posts of another user to report. */
export async function createReporter(
  { db, system }: Pick<ServerAccess, 'db'> & { system: Pick<ServerAccess['system'], 'baseUrl'> },
  username: string,
): Promise<Reporter> {
  const author = await createUser(db);
  const { id } = await createUser(db, { username });
  const token = await insertSession(db, id);
  return {
    id,
    username,
    async file() {
      const [reported] = await createPosts(db, author.id, 1);
      const body = {
        reportedItem: reported?.id,
        itemType: 'Post',
        reason: 'spam',
        description: 'Bài viết quảng cáo lặp đi lặp lại.',
      };
      const { data } = (await post(`${system.baseUrl}/api/reports/create`, body, token)) as { data: { _id: string } };
      return data._id;
    },
  };
}
