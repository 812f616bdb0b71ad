import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { PolicyAction } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { Insertable } from 'kysely';
import type { Schema, Tx } from '../../../server/src/lib/db/database.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import type { PlannedEvent } from '../factories/moderation-events.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';
import { type AppealPlan, insertDemoNotice } from './demo-appeals.ts';

interface DecisionPlan {
  policy: string;
  actions: PolicyAction[];
  daysAgo: number;
  suspendDays?: number;
  note: string;
  appeal?: AppealPlan;
}

/**
 * Accounts in each state that a decision leads to: warned, suspended, suspended before, disabled; and appeals that wait, are
 * overdue, were upheld and overturned.
 */
const PLANS: readonly DecisionPlan[] = [
  { policy: 'harassment', actions: ['warn'], daysAgo: 12, note: 'Đã nhắc nhở, thái độ hợp tác.' },
  {
    policy: 'harassment',
    actions: ['suspend'],
    daysAgo: 2,
    suspendDays: 7,
    note: 'Tái phạm sau khi đã cảnh cáo.',
    appeal: { text: 'Chúng tôi là bạn học cũ, hay trêu nhau như vậy. Bạn ấy cũng không phiền.', hoursAfter: 5 },
  },
  {
    policy: 'spam',
    actions: ['suspend'],
    daysAgo: 10,
    suspendDays: 3,
    note: 'Rải liên kết quảng cáo trong bình luận.',
    appeal: {
      text: 'Tôi chỉ giới thiệu quán của gia đình, không nghĩ là quảng cáo.',
      hoursAfter: 8,
      end: { outcome: 'upheld', hoursAfter: 20, note: 'Cùng một liên kết ở mười một bài viết.' },
    },
  },
  {
    policy: 'scam',
    actions: ['disable'],
    daysAgo: 20,
    note: 'Nhận tiền đặt cọc tour rồi cắt liên lạc.',
    appeal: {
      text: 'Tôi đã hoàn tiền cho khách rồi, chỉ là ngân hàng chuyển chậm. Tôi có biên lai.',
      hoursAfter: 17 * 24 + 3,
    },
  },
  {
    policy: 'impersonation',
    actions: ['suspend'],
    daysAgo: 6,
    suspendDays: 7,
    note: 'Dùng tên của một hãng lữ hành.',
    appeal: {
      text: 'Tôi là nhân viên của hãng và đã được giao trang này, kèm theo là giấy giới thiệu.',
      hoursAfter: 3,
      end: { outcome: 'overturned', hoursAfter: 30, note: 'Đã xác minh với hãng.' },
    },
  },
];

const NOTICE_TEXTS: Readonly<Record<PolicyAction, (rule: string) => string>> = {
  takedown: (rule) => `Chúng tôi đã gỡ nội dung của bạn vì vi phạm quy tắc “${rule}”.`,
  warn: (rule) => `Bạn nhận một lời cảnh cáo vì vi phạm quy tắc “${rule}”.`,
  suspend: (rule) => `Tài khoản của bạn bị tạm khóa vì vi phạm quy tắc “${rule}”.`,
  disable: (rule) => `Tài khoản của bạn đã bị vô hiệu hóa vì vi phạm quy tắc “${rule}”.`,
};

/**
 * Stores decisions on accounts that nobody reported, and what follows from them.
 * @param users the accounts to choose from
 * @returns their moderation events
 */
export async function insertDemoDecisions(
  tx: Tx,
  { users, admin, at }: { users: readonly NewUser[]; admin: NewUser; at: Date },
): Promise<PlannedEvent[]> {
  const random = createRandom('demo decisions');
  const policies = new Map(
    (await tx.selectFrom('policies').select(['key', 'version', 'title', 'points', 'expires_days']).execute()).map(
      (policy) => [policy.key, policy],
    ),
  );
  const chosen = random.sample(
    users.filter(({ is_disabled }) => is_disabled !== true),
    PLANS.length,
  );
  const events: PlannedEvent[] = [];
  for (const [index, { policy: key, actions, daysAgo, suspendDays, note, appeal }] of PLANS.entries()) {
    const [user, policy] = [chosen[index], policies.get(key)];
    if (!user || !policy) continue;
    const decidedAt = at.getTime() - daysAgo * DAY_MS;
    const until = suspendDays === undefined ? null : decidedAt + suspendDays * DAY_MS;
    const isPenalty = actions.some((action) => action !== 'warn');
    const isOverturned = appeal?.end?.outcome === 'overturned';
    const isOver = isOverturned || (until !== null && until <= at.getTime());
    const endedAt = decidedAt + ((appeal?.hoursAfter ?? 0) + (appeal?.end?.hoursAfter ?? 0)) * HOUR_MS;
    const decision: Insertable<Schema['decisions']> & { id: string } = {
      id: seededId(random, decidedAt),
      subject_type: 'User',
      subject_id: user.id,
      owner_id: user.id,
      outcome: 'violation',
      policy_key: policy.key,
      policy_version: policy.version,
      points: policy.points,
      points_expire_at: policy.points > 0 ? new Date(decidedAt + policy.expires_days * DAY_MS) : null,
      actions,
      suspended_until: until === null ? null : new Date(until),
      account_was_disabled: isPenalty ? false : null,
      actor_id: admin.id,
      created_at: new Date(decidedAt),
      undone_at: isOverturned ? new Date(endedAt) : null,
    };
    await tx.insertInto('decisions').values(decision).execute();
    await tx
      .updateTable('policies')
      .set((eb) => ({
        applied_count: eb('applied_count', '+', 1),
        overturned_count: eb('overturned_count', '+', isOverturned ? 1 : 0),
      }))
      .where('key', '=', key)
      .execute();
    if (isPenalty && !isOver) {
      const columns = { is_disabled: true, disabled_until: until === null ? null : new Date(until) };
      await tx.updateTable('users').set(columns).where('id', '=', user.id).execute();
    }
    const common = { itemType: 'User' as const, itemId: user.id, actor: admin, target_name: user.username };
    const kinds = { warn: 'warned', suspend: 'suspended', disable: 'disabled', takedown: 'taken_down' };
    const fields = { decision_id: decision.id, policy_key: policy.key, policy_version: policy.version };
    for (const action of actions) {
      const end = action === 'suspend' && until !== null ? { until: new Date(until) } : {};
      const id = seededId(random, decidedAt);
      events.push({ ...common, ...end, id, kind: kinds[action], at: decidedAt, decision_id: decision.id });
    }
    const id = seededId(random, decidedAt + 1);
    events.push({ ...common, ...fields, id, kind: 'decided', at: decidedAt + 1, to_status: 'resolved', note });
    if (isOverturned) {
      const undone = { id: seededId(random, endedAt - 1), kind: 'enabled', at: endedAt - 1, decision_id: decision.id };
      events.push({ ...common, ...undone });
    } else if (isOver && until !== null) {
      const over = { id: seededId(random, until), kind: 'unsuspended', at: until, actor: undefined };
      events.push({ ...common, ...over });
    }
    const [action = 'warn'] = actions;
    const noticeEvents = await insertDemoNotice(tx, {
      decisionId: decision.id,
      subject: { itemType: 'User', itemId: user.id },
      user,
      kind: action,
      text: NOTICE_TEXTS[action](policy.title),
      policyTitle: policy.title,
      until: until === null ? null : new Date(until),
      at: decidedAt + 2,
      admin,
      appeal,
    });
    events.push(...noticeEvents);
  }
  return events;
}
