import {
  insertAdmin,
  insertCannedReply,
  insertComment,
  insertInvitation,
  insertNotification,
  insertSavedView,
  insertSession,
} from '../../../server/src/testing/factories.ts';
import { callServer, objectWhileSuspended, punishUser } from './appeals.ts';
import { createEntries } from './audit-log.ts';
import { minutesAgo, storeConversation } from './conversation.ts';
import { createPosts, createTravelPosts, createUser, createUsers, ownAdmin, uniqueName } from './data.ts';
import { decideByOther } from './decisions.ts';
import { createSubjects, fileReport } from './report-detail.ts';
import { STORED_IMAGE_URL } from './stored-image.ts';
import type { Panel } from './test.ts';

export const OBJECTION = 'Tôi không đồng ý với quyết định này.';
export const LONG_NAME = 'Nguyễn Thị Tên Rất Dài Không Có Chỗ Xuống Dòng';
/** A text that a line cannot be broken in. */
export const UNBROKEN = 'khôngcóchỗxuốngdòng'.repeat(8);
export type ScreenData = Awaited<ReturnType<typeof fillDatabase>>;

/** Stores something for every screen, with texts as long as they come. */
export async function fillDatabase(panel: Panel) {
  const { db } = panel;
  await insertCannedReply(db, { shortcut: 'chào', content: 'Chào {tên}!' });
  await createUsers(db, 12, (index) => ({ is_verified: index % 2 === 0, is_disabled: index % 5 === 0 }));
  const user = await createUser(db, {
    username: 'Nguyễn Thị Lan',
    bio: `Thích biển ${UNBROKEN}`,
    avatar_url: STORED_IMAGE_URL,
  });
  await createPosts(db, user.id, 3, () => ({
    content: 'Một câu rất dài về chuyến đi. '.repeat(30),
    image_urls: [STORED_IMAGE_URL, STORED_IMAGE_URL],
  }));
  await createTravelPosts(db, user.id, 2, () => ({
    image_urls: Array.from({ length: 6 }, (_, n) => `${STORED_IMAGE_URL}?${n}`),
  }));
  await storeConversation(panel, user, [
    { text: 'Chào bạn, tôi cần giúp', at: minutesAgo(9) },
    { text: UNBROKEN, at: minutesAgo(9) },
    { text: 'Bạn xem lại nhé', at: minutesAgo(8), isFromAdmin: true },
    { text: 'Đã thu hồi', at: minutesAgo(8), isFromAdmin: true },
    { text: 'Vâng, bạn nói đi', at: minutesAgo(8), isFromAdmin: true },
  ]);
  const ofUser = db.updateTable('messages').where('user_id', '=', user.id);
  await ofUser.set({ edited_at: new Date(), quoted_seq: 2 }).where('seq', '=', 3).execute();
  await ofUser.set({ deleted_at: new Date() }).where('seq', '=', 4).execute();
  const wordy = await createUser(db, { username: LONG_NAME, email: `${'rat-dai-'.repeat(7)}@example.com` });
  await storeConversation(panel, wordy, [{ text: UNBROKEN, at: minutesAgo(7) }], 0);
  const waiting = { waiting_since: minutesAgo(3_000), unread_count: 120 };
  await db.updateTable('conversations').set(waiting).where('user_id', '=', wordy.id).execute();

  const { author, post, travelPost, comment } = await createSubjects(panel);
  await insertComment(db, user.id, { postId: post.id }, { content: UNBROKEN });
  const reportId = await fileReport(panel, { itemType: 'Post', itemId: post.id, description: UNBROKEN });
  const ofComment = await fileReport(panel, { itemType: 'Comment', itemId: comment.id, reporterId: wordy.id });
  const ofAccount = await fileReport(panel, { itemType: 'User', itemId: author.id, policy: 'spam' });
  const ofDeleted = await fileReport(panel, { itemType: 'TravelPost', itemId: travelPost.id });
  await db.updateTable('posts').set({ content: UNBROKEN }).where('id', '=', post.id).execute();
  await db.updateTable('travel_posts').set({ deleted_at: new Date() }).where('id', '=', travelPost.id).execute();

  const admin = await ownAdmin(panel);
  const colleague = await insertAdmin(db, { username: uniqueName(LONG_NAME) });
  const assignee = { assigneeId: colleague.id };
  const ofColleague = await insertSession(db, colleague.id);
  await callServer(panel, `/api/admin/subjects/Comment/${comment.id}/assign`, assignee, ofColleague);
  await insertNotification(db, admin.id, { report_id: reportId });
  await insertNotification(db, admin.id, { report_id: reportId, sender_name: UNBROKEN });
  const { token, email } = await insertInvitation(db, admin.id);
  const view = uniqueName('Tên chế độ xem rất dài');
  await insertSavedView(db, { name: view, query: 'assignee=me' });
  const punished = await punishUser(panel);
  await objectWhileSuspended(panel, punished.user, OBJECTION);
  await decideByOther(panel, { itemType: 'User', itemId: punished.user.id });
  const target = await createEntries(panel, 4, (index) => ({
    actor_name: index === 1 ? UNBROKEN : 'Quản trị Lan',
    target_name: index === 2 ? UNBROKEN : 'Đối tượng',
    before: JSON.stringify({ isDisabled: false, content: UNBROKEN }),
  }));
  return { user, author, post, reportId, ofComment, ofAccount, ofDeleted, punished, token, email, view, target };
}
