import type { Db } from '../../../server/src/lib/db/database.ts';
import { findDriftedSubjects } from '../../../server/src/testing/replayed-subjects.ts';
import type { Chat } from './chat-clients.ts';
import type { WorkloadLog } from './workload-log.ts';

type MessageRow = { id: string; user_id: string; seq: number; sender_id: string; client_key: string };

const SHOWN_EXAMPLES = 3;

/** The violations of one rule, and their number. */
function violations(what: string, examples: readonly string[]): string[] {
  if (examples.length === 0) return [];
  return [`${examples.length} ${what}: ${examples.slice(0, SHOWN_EXAMPLES).join(', ')}`];
}

/**
 * The invariant after every fault: each acknowledged write is stored once and in the order of its conversation, nothing
 * is stored twice or in part, and all clients agree with the database.
 * @returns the violations
 */
export async function checkInvariant(db: Db, log: WorkloadLog, chat: Chat): Promise<string[]> {
  const [messages, reports, decisions, toggled, drifted] = await Promise.all([
    checkMessages(db, log, chat),
    checkReports(db, log),
    checkDecisions(db, log),
    checkToggled(db, log),
    findDriftedSubjects(db),
  ]);
  return [
    ...messages,
    ...reports,
    ...decisions,
    ...toggled,
    ...violations('the states of subjects are not what their events say', drifted),
  ];
}

/** Checks the messages of the conversations that the workload writes to. */
async function checkMessages(db: Db, log: Pick<WorkloadLog, 'messages'>, chat: Chat): Promise<string[]> {
  const rows: MessageRow[] = await db
    .selectFrom('messages')
    .select(['id', 'user_id', 'seq', 'sender_id', 'client_key'])
    .where('user_id', 'in', chat.userIds)
    .orderBy('user_id')
    .orderBy('seq')
    .execute();
  const conversations = await db
    .selectFrom('conversations')
    .select(['user_id', 'last_seq'])
    .where('user_id', 'in', chat.userIds)
    .execute();
  const keyOf = ({ sender_id, client_key }: MessageRow) => `${sender_id} ${client_key}`;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const acknowledged = new Map(log.messages.map((message) => [`${message.senderId} ${message.tempId}`, message]));

  const lost = log.messages.filter(({ senderId, tempId }) => !byKey.has(`${senderId} ${tempId}`));
  const altered = log.messages.filter(({ senderId, tempId, id, seq, userId }) => {
    const row = byKey.get(`${senderId} ${tempId}`);
    return row && (row.id !== id || row.seq !== seq || row.user_id !== userId);
  });
  // All clients have continued until each of their messages was acknowledged.
  const strange = rows.filter((row) => !acknowledged.has(keyOf(row)));
  const rowsOf = Map.groupBy(rows, ({ user_id }) => user_id);
  const gaps = conversations.filter(({ user_id, last_seq }) => {
    const own = rowsOf.get(user_id) ?? [];
    return own.length !== last_seq || own.some(({ seq }, index) => seq !== index + 1);
  });
  const disordered: string[] = [];
  for (const own of rowsOf.values()) {
    for (const written of Map.groupBy(own, ({ sender_id }) => sender_id).values()) {
      const numbers = written.map((row) => acknowledged.get(keyOf(row))?.number ?? 0);
      if (numbers.some((number, index) => number !== index + 1)) disordered.push(keyOf(written[0] as MessageRow));
    }
  }
  return [
    ...violations(
      'acknowledged messages are lost',
      lost.map(({ tempId }) => tempId),
    ),
    ...violations(
      'messages are not stored as they were acknowledged',
      altered.map(({ tempId }) => tempId),
    ),
    ...violations(
      'messages are stored that nobody sent',
      strange.map(({ client_key }) => client_key),
    ),
    ...violations('messages are stored twice', rows.length === byKey.size ? [] : [String(rows.length - byKey.size)]),
    ...violations(
      'conversations have gaps',
      gaps.map(({ user_id }) => user_id),
    ),
    ...violations('senders were stored out of order', disordered),
    ...violations('clients do not agree with the database', differing(chat, rowsOf)),
  ];
}

/**
 * An administrator has each conversation completely; a user, without a history, has the received messages, in order.
 */
function differing(chat: Chat, rowsOf: ReadonlyMap<string, readonly MessageRow[]>): string[] {
  const found: string[] = [];
  for (const { client } of chat.chatters) {
    for (const [userId, shown] of client.shown) {
      const own = rowsOf.get(userId) ?? [];
      const isWhole = client.account.role === 'user' || shown.length === own.length;
      const isTrue = shown.every(({ _id, seq = 0 }, index) => {
        const isLater = index === 0 || seq > (shown[index - 1]?.seq ?? 0);
        return isLater && own[seq - 1]?.id === _id;
      });
      if (!isWhole || !isTrue) found.push(`${client.account.role} ${client.account.id}`);
    }
  }
  return found;
}

/** A report is stored with its announcement, or not at all. The workload reports accounts; what else is reported is not its own. */
async function checkReports(db: Db, { reports }: WorkloadLog): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'description'])
    .where('subject_type', '=', 'User')
    .execute();
  const announced = await db
    .selectFrom('announcements')
    .select(({ fn }) => ['report_id', fn.countAll<number>().as('count')])
    .groupBy('report_id')
    .execute();
  const announcements = new Map(announced.map(({ report_id, count }) => [report_id, count]));
  const ids = new Set(rows.map(({ id }) => id));
  const attempted = new Set(reports.map(({ description }) => description));
  const stored = Map.groupBy(rows, ({ description }) => description);
  const torn = rows.filter(({ id }) => announcements.get(id) !== 1);
  return [
    ...violations(
      'acknowledged reports are lost',
      reports.flatMap(({ id }) => (id && !ids.has(id) ? [id] : [])),
    ),
    ...violations(
      'reports are stored twice',
      [...stored].flatMap(([key, { length }]) => (length > 1 ? [key] : [])),
    ),
    ...violations(
      'reports nobody filed',
      [...stored.keys()].filter((key) => !attempted.has(key)),
    ),
    ...violations(
      'reports are stored in part',
      torn.map(({ id }) => id),
    ),
  ];
}

async function checkDecisions(db: Db, { decisions }: WorkloadLog): Promise<string[]> {
  const events = await db
    .selectFrom('moderation_events')
    .select(['report_id', 'note', 'version'])
    .where('kind', '=', 'status_set')
    .execute();
  const reports = await db
    .selectFrom('reports')
    .select(['id', 'status', 'version'])
    .where('subject_type', '=', 'User')
    .execute();
  const byNote = Map.groupBy(events, ({ note }) => note);
  const byReport = Map.groupBy(events, ({ report_id }) => report_id);
  const lost = decisions.filter(({ note, isAcknowledged }) => isAcknowledged && !byNote.has(note));
  const twice = [...byNote.values()].filter(({ length }) => length > 1);
  const torn = reports.filter(({ id, status, version }) => {
    const changes = byReport.get(id)?.length ?? 0;
    return version !== 1 + changes || status !== (changes === 0 ? 'pending' : 'resolved');
  });
  return [
    ...violations(
      'acknowledged decisions are lost',
      lost.map(({ note }) => note),
    ),
    ...violations(
      'decisions are stored twice',
      twice.map(([event]) => event?.note ?? ''),
    ),
    ...violations(
      'reports and their histories do not agree',
      torn.map(({ id }) => id),
    ),
  ];
}

/** A repeated call changes nothing: the audit log has as many entries as there were acknowledgements. */
async function checkToggled(db: Db, { toggled }: WorkloadLog): Promise<string[]> {
  const broken: string[] = [];
  for (const { userId, isDisabled, acknowledged } of toggled) {
    const [user] = await db.selectFrom('users').select('is_disabled').where('id', '=', userId).execute();
    const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
    const entries = await db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_id', '=', userId)
      .where('action', 'in', ['user.disable', 'user.enable'])
      .execute();
    const isRight = user?.is_disabled === isDisabled && entries.length === acknowledged;
    const hasSessions = acknowledged > 0 && sessions.length > 0;
    if (!isRight || hasSessions)
      broken.push(`${userId} (${acknowledged} acknowledged, ${entries.length} in the audit log)`);
  }
  return violations('accounts are not as the last acknowledged change left them', broken);
}
