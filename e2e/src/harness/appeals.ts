import { expect } from '@playwright/test';
import { hashPassword } from '../../../server/src/auth/password.ts';
import { insertAdmin, insertReport, insertSession } from '../../../server/src/testing/factories.ts';
import { insertNotice } from '../../../server/src/testing/moderation-factories.ts';
import { createPosts, createUser, uniqueName } from './data.ts';
import type { ServerAccess } from './server-test.ts';

const PASSWORD = 'mật khẩu của người dùng';
export const APPEALS_SCREEN = '/admin/appeals';

/** Calls the server as a client of the contract does. */
export async function callServer({ system }: Pick<ServerAccess, 'system'>, path: string, body: object, token?: string) {
  const response = await fetch(system.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

interface Punished {
  /** Who decides; another administrator than the run's own unless it is given. */
  adminId?: string;
  title?: string;
  actions?: readonly string[];
}

/** A user whose post was taken down and who was suspended for it, with the notice. */
export async function punishUser(
  panel: ServerAccess,
  { adminId, title, actions = ['takedown', 'suspend'] }: Punished = {},
) {
  const { db } = panel;
  const user = await createUser(db, {
    username: uniqueName('Trần Văn Oan'),
    password_hash: await hashPassword(PASSWORD),
  });
  const postTitle = title ?? uniqueName('Chợ nổi Cái Răng');
  const [post] = await createPosts(db, user.id, 1, () => ({ title: postTitle }));
  const itemId = post?.id ?? '';
  const reporter = await createUser(db, { username: uniqueName('Lê Thị Tố') });
  await insertReport(db, { itemType: 'Post', itemId, itemAuthorId: user.id }, { reporter_id: reporter.id });
  const decidedBy = adminId ?? (await insertAdmin(db, { username: uniqueName('Trưởng ca') })).id;
  const token = await insertSession(db, decidedBy);
  const { body: read } = await callServer(panel, `/api/admin/subjects/Post/${itemId}`, {}, token);
  const decision = {
    subject: { itemType: 'Post', itemId },
    outcome: 'violation',
    policy: 'spam',
    actions,
    suspendDays: 7,
    note: 'Đăng cùng một nội dung ba lần',
    version: read.data.version,
  };
  const { status, body } = await callServer(panel, '/api/admin/decisions', decision, token);
  expect(status).toBe(201);
  const { decisionId } = body.data;
  await insertNotice(db, { userId: user.id, decisionId });
  return { user, reporter, post: { id: itemId, title: postTitle }, decisionId, token };
}

/** Signs in as the app does. */
export const signInAsUser = (panel: ServerAccess, { email }: { email: string }) =>
  callServer(panel, '/api/users/login', { email, password: PASSWORD });

/** A suspended user signs in, which fails, reads the notice and objects to it. @returns the appeal's id */
export async function objectWhileSuspended(
  panel: ServerAccess,
  user: { email: string },
  text: string,
): Promise<string> {
  const rejected = await signInAsUser(panel, user);
  expect(rejected.status).toBe(403);
  const { appealToken, notice, reason } = rejected.body.details;
  expect(reason).toBe('Spam và quảng cáo');
  const { body: notices } = await callServer(panel, '/api/users/notices', {}, appealToken);
  // The letter itself may have been sent meanwhile.
  expect(notices.data).toContainEqual(expect.objectContaining({ _id: notice._id, canAppeal: true }));
  const { status, body } = await callServer(panel, '/api/users/appeals', { noticeId: notice._id, text }, appealToken);
  expect(status).toBe(201);
  return body.data._id;
}
