import type { PolicyAction } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { Insertable } from 'kysely';
import type { Schema, Tx } from '../../../server/src/lib/db/database.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { DAY_MS } from '../factories/calendar.ts';
import type { PlannedEvent } from '../factories/moderation-events.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';

interface DecisionPlan {
  policy: string;
  actions: PolicyAction[];
  daysAgo: number;
  suspendDays?: number;
  note: string;
}

/** Accounts in each state that a decision leads to: warned, suspended, suspended before, disabled. */
const PLANS: readonly DecisionPlan[] = [
  { policy: 'harassment', actions: ['warn'], daysAgo: 12, note: 'Đã nhắc nhở, thái độ hợp tác.' },
  { policy: 'harassment', actions: ['suspend'], daysAgo: 2, suspendDays: 7, note: 'Tái phạm sau khi đã cảnh cáo.' },
  {
    policy: 'spam',
    actions: ['suspend'],
    daysAgo: 10,
    suspendDays: 3,
    note: 'Rải liên kết quảng cáo trong bình luận.',
  },
  { policy: 'scam', actions: ['disable'], daysAgo: 20, note: 'Nhận tiền đặt cọc tour rồi cắt liên lạc.' },
];

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
    (await tx.selectFrom('policies').select(['key', 'version', 'points', 'expires_days']).execute()).map((policy) => [
      policy.key,
      policy,
    ]),
  );
  const chosen = random.sample(
    users.filter(({ is_disabled }) => is_disabled !== true),
    PLANS.length,
  );
  const events: PlannedEvent[] = [];
  for (const [index, { policy: key, actions, daysAgo, suspendDays, note }] of PLANS.entries()) {
    const [user, policy] = [chosen[index], policies.get(key)];
    if (!user || !policy) continue;
    const decidedAt = at.getTime() - daysAgo * DAY_MS;
    const until = suspendDays === undefined ? null : decidedAt + suspendDays * DAY_MS;
    const isPenalty = actions.some((action) => action !== 'warn');
    const isOver = until !== null && until <= at.getTime();
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
    };
    await tx.insertInto('decisions').values(decision).execute();
    await tx
      .updateTable('policies')
      .set((eb) => ({ applied_count: eb('applied_count', '+', 1) }))
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
    if (isOver) {
      const over = { id: seededId(random, until), kind: 'unsuspended', at: until, actor: undefined };
      events.push({ ...common, ...over });
    }
  }
  return events;
}
