import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Tx } from '../../../server/src/lib/db/database.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import type { PlannedEvent } from '../factories/moderation-events.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';
import type { ReportedSubject } from './demo-reports.ts';

const APPEAL_DAYS = 30;
const DUE_MS = 48 * HOUR_MS;

/** The appeal that somebody makes, and how it ended. */
export interface AppealPlan {
  text: string;
  hoursAfter: number;
  end?: { outcome: 'upheld' | 'overturned'; hoursAfter: number; note: string };
}

/** A notice of a decision, and the appeal to it. */
interface DemoNotice {
  decisionId: string;
  subject: Pick<PlannedEvent, 'itemType' | 'itemId'>;
  user: { id: string };
  /** The rejected report of a reporter; the owner has none. */
  reportId?: string;
  kind: string;
  text: string;
  policyTitle: string | null;
  until: Date | null;
  /** When the decision was made. */
  at: number;
  admin: NewUser;
  appeal: AppealPlan | undefined;
}

const ENDINGS = { upheld: 'appeal_upheld', overturned: 'appeal_overturned' } as const;
const END_TEXTS = {
  upheld: 'Chúng tôi đã xem xét ý kiến của bạn và giữ nguyên quyết định trước. Quyết định này là cuối cùng.',
  overturned: 'Chúng tôi đã xem xét ý kiến của bạn. Quyết định trước không còn hiệu lực. Cảm ơn bạn đã lên tiếng.',
} as const;

/** Stores the notice of a decision and, if the plan has one, the appeal to it. @returns its events */
export async function insertDemoNotice(tx: Tx, notice: DemoNotice): Promise<PlannedEvent[]> {
  const { decisionId, subject, user, reportId, policyTitle, until, at, admin, appeal } = notice;
  const random = createRandom(`demo notice ${decisionId}`);
  const notify = async (kind: string, text: string, sentAt: number, appealUntil: Date | null) => {
    const id = seededId(random, sentAt);
    const sent = new Date(sentAt);
    await tx
      .insertInto('letters')
      .values({
        id,
        decision_id: decisionId,
        subject_type: subject.itemType,
        subject_id: subject.itemId,
        kind,
        recipient_id: user.id,
        sender_id: admin.id,
        text,
        has_message: false,
        policy_title: policyTitle,
        until,
        appeal_until: appealUntil,
        created_at: sent,
        send_at: sent,
        sent_at: sent,
      })
      .execute();
    await tx
      .insertInto('notices')
      .values({
        id,
        letter_id: id,
        user_id: user.id,
        decision_id: decisionId,
        report_id: reportId ?? null,
        kind,
        text,
        policy_title: policyTitle,
        until,
        appeal_until: appealUntil,
        created_at: sent,
      })
      .execute();
    return id;
  };
  const noticeId = await notify(notice.kind, notice.text, at, new Date(at + APPEAL_DAYS * DAY_MS));
  if (!appeal) return [];
  const madeAt = at + appeal.hoursAfter * HOUR_MS;
  const { end } = appeal;
  const endedAt = end ? madeAt + end.hoursAfter * HOUR_MS : 0;
  await tx
    .insertInto('appeals')
    .values({
      id: seededId(random, madeAt),
      notice_id: noticeId,
      decision_id: decisionId,
      subject_type: subject.itemType,
      subject_id: subject.itemId,
      user_id: user.id,
      kind: reportId === undefined ? 'owner' : 'reporter',
      text: appeal.text,
      created_at: new Date(madeAt),
      due_at: new Date(madeAt + DUE_MS),
      half_due_at: new Date(madeAt + DUE_MS / 2),
      ...(end && {
        outcome: end.outcome,
        decided_at: new Date(endedAt),
        decided_by_id: admin.id,
        decided_by_name: admin.username,
        note: end.note,
      }),
    })
    .execute();
  const common = { ...subject, decision_id: decisionId, report_id: reportId ?? null };
  const made = { ...common, id: seededId(random, madeAt), kind: 'appealed', at: madeAt, actor: user };
  if (!end) return [made];
  await notify(ENDINGS[end.outcome], END_TEXTS[end.outcome], endedAt, null);
  const id = seededId(random, endedAt);
  return [made, { ...common, id, kind: ENDINGS[end.outcome], at: endedAt, actor: admin, note: end.note }];
}

/** A report that was rejected, whose reporter asks for a second look. @returns the events of it */
export async function insertDemoSecondLook(
  tx: Tx,
  { subjects, admin, at }: { subjects: readonly ReportedSubject[]; admin: NewUser; at: Date },
): Promise<PlannedEvent[]> {
  const random = createRandom('demo second look');
  const decidedAt = at.getTime() - 30 * HOUR_MS;
  const subject = subjects.find(
    ({ reports, isReportedOnce }) =>
      isReportedOnce &&
      reports.every(
        ({ status, updated_at }) => status === 'rejected' && new Date(String(updated_at)).getTime() < decidedAt,
      ),
  );
  const [report] = subject?.reports ?? [];
  if (!subject || !report) return [];
  const ref = { itemType: subject.itemType, itemId: subject.itemId };
  const decisionId = seededId(random, decidedAt);
  await tx
    .insertInto('decisions')
    .values({
      id: decisionId,
      subject_type: ref.itemType,
      subject_id: ref.itemId,
      owner_id: subject.authorId,
      outcome: 'no_violation',
      actions: [],
      actor_id: admin.id,
      created_at: new Date(decidedAt),
    })
    .execute();
  const closed = { decision_id: decisionId, status_before_decision: 'pending' };
  await tx.updateTable('reports').set(closed).where('id', '=', report.id).execute();
  const fields = { decision_id: decisionId, to_status: 'rejected', note: 'Chưa thấy vi phạm.' };
  const id = seededId(random, decidedAt);
  const noticeEvents = await insertDemoNotice(tx, {
    decisionId,
    subject: ref,
    user: { id: report.reporter_id },
    reportId: report.id,
    kind: 'report_rejected',
    text: 'Cảm ơn bạn đã báo cáo. Chúng tôi đã xem xét và không thấy vi phạm quy tắc nào, nên đã đóng báo cáo này.',
    policyTitle: null,
    until: null,
    at: decidedAt + 1,
    admin,
    appeal: { text: 'Xin xem lại giúp tôi, người này vẫn tiếp tục và tôi có ảnh chụp màn hình.', hoursAfter: 6 },
  });
  return [{ ...ref, ...fields, id, kind: 'decided', at: decidedAt, actor: admin }, ...noticeEvents];
}
