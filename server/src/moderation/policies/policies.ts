import type { AuditAction } from '@hai-dang/contract/audit/audit-labels.ts';
import { POLICIES_MAX } from '@hai-dang/contract/constants.ts';
import { policiesChanged } from '@hai-dang/contract/moderation/policies.events.ts';
import type {
  CreatePolicyBody,
  Policy,
  PolicyFields,
  UpdatePolicyBody,
} from '@hai-dang/contract/moderation/policies.schema.ts';
import { insertVersioned, updateVersioned, type VersionedKind } from '../../audit/versioned.ts';
import type { App, Ctx, TxCtx } from '../../lib/context.ts';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { toPolicy } from './policies.mapper.ts';
import { type PolicyRow, type PolicyVersionRow, policiesStore } from './policies.store.ts';
import { newPolicyKey } from './policy-key.ts';

/** The rules of the house. Each version is kept, because decisions refer to it, so no rule is ever deleted. */
const POLICIES: VersionedKind<PolicyRow, Policy> = {
  named: 'Quy tắc này',
  targetOf: ({ key, title }) => ({ type: 'policy', id: key, name: title }),
  actionOf: ({ before, after }): AuditAction => {
    if (!before) return 'policy.create';
    if (before.is_enabled === after?.is_enabled) return 'policy.update';
    return after?.is_enabled ? 'policy.enable' : 'policy.disable';
  },
  stateOf: (row) => ({ ...stateOf(toPolicy(row)) }),
  toWire: toPolicy,
  publish({ publisher }, { before, after = before }) {
    if (after) publisher.toAdmins(policiesChanged, { key: after.key });
  },
  unique: { constraint: 'policies_title_key', code: 'POLICY_EXISTS' },
};

/** All of them, those that are switched off included, the most severe first. */
export const listPolicies = async ({ db }: App): Promise<Policy[]> => (await policiesStore.findAll(db)).map(toPolicy);

/** @throws {DomainError} POLICY_EXISTS, TOO_MANY_POLICIES */
export const createPolicy = (ctx: Ctx, body: CreatePolicyBody): Promise<Policy> =>
  insertVersioned(ctx, POLICIES, async (inTx) => {
    const taken = await policiesStore.findKeysForInsert(inTx.tx);
    if (body.key !== undefined && taken.includes(body.key)) throw new DomainError('POLICY_EXISTS');
    if (taken.length >= POLICIES_MAX) throw new DomainError('TOO_MANY_POLICIES');
    const key = body.key ?? newPolicyKey(body.title, taken);
    const row = { key, version: 1, ...toColumns({ ...body, isEnabled: true }) };
    return withVersion(inTx, await policiesStore.insert(inTx.tx, row, inTx.clock.now()));
  });

/**
 * Changes a rule, or switches it on or off; what the body leaves out stays as it is.
 * @throws {DomainError} POLICY_NOT_FOUND; CHANGED where `version` is not the one it has; POLICY_EXISTS
 */
export const updatePolicy = (ctx: Ctx, key: string, { version, ...body }: UpdatePolicyBody): Promise<Policy> =>
  change(ctx, key, (before) => ({ ...before, ...toColumns(Object.assign(stateOf(toPolicy(before)), body)) }), version);

/**
 * Switches a rule off: it is no longer offered, and stays for the decisions that named it.
 * @throws {DomainError} POLICY_NOT_FOUND
 */
export const disablePolicy = (ctx: Ctx, key: string): Promise<Policy> =>
  change(ctx, key, (before) => ({ ...before, is_enabled: false }));

/**
 * A rule, switched off or not.
 * @throws {DomainError} POLICY_NOT_FOUND
 */
export async function findPolicy(on: DbOrTx, key: string): Promise<Policy> {
  const row = await policiesStore.find(on, key);
  if (!row) throw new DomainError('POLICY_NOT_FOUND');
  return toPolicy(row);
}

/**
 * The rule that a decision names.
 * @throws {DomainError} POLICY_NOT_FOUND; POLICY_DISABLED for one that is switched off
 */
export async function findAppliedPolicy(on: DbOrTx, key: string): Promise<Policy> {
  const policy = await findPolicy(on, key);
  if (!policy.isEnabled) throw new DomainError('POLICY_DISABLED');
  return policy;
}

/** A rule that may be applied; undefined where there is none, or it is switched off. */
export async function findEnabledPolicy(on: DbOrTx, key: string): Promise<Policy | undefined> {
  const row = await policiesStore.find(on, key);
  return row?.is_enabled ? toPolicy(row) : undefined;
}

/** How severe the rule of a reason is, from 1 to 4, and what it is called; 1 where there is none. */
export const findRuleOfReason = async (on: DbOrTx, reason: string): Promise<{ severity: number; title: string }> =>
  (await policiesStore.findRule(on, reason)) ?? { severity: 1, title: reason };

function change(ctx: Ctx, key: string, changed: (before: PolicyRow) => PolicyRow, version?: number): Promise<Policy> {
  return updateVersioned(ctx, POLICIES, {
    ...(version !== undefined && { version }),
    async lock(tx: Tx) {
      const row = await policiesStore.findForUpdate(tx, key);
      if (!row) throw new DomainError('POLICY_NOT_FOUND');
      return row;
    },
    change: changed,
    store: async (inTx, after) =>
      withVersion(inTx, await policiesStore.update(inTx.tx, versionOf(after), inTx.clock.now())),
  });
}

/** Keeps the version that was stored. */
async function withVersion({ tx, caller }: TxCtx, row: PolicyRow): Promise<PolicyRow> {
  await policiesStore.insertVersion(tx, versionOf(row), caller, row.updated_at);
  return row;
}

type PolicyState = PolicyFields & Pick<Policy, 'isEnabled'>;

/** How long a suspension usually is, only a rule with that action says. */
const toColumns = (state: PolicyState): Omit<PolicyVersionRow, 'key' | 'version'> => ({
  title: state.title,
  text: state.text,
  severity: state.severity,
  points: state.points,
  expires_days: state.expiresDays,
  default_actions: state.defaultActions,
  suspend_days: state.defaultActions.includes('suspend') ? state.suspendDays : null,
  is_enabled: state.isEnabled,
});

const versionOf = ({ applied_count, overturned_count, updated_at, ...version }: PolicyRow): PolicyVersionRow => version;

/** Returns the fields of a rule that the audit log keeps. */
const stateOf = ({ key, version, appliedCount, overturnedCount, updatedAt, ...state }: Policy): PolicyState => state;
