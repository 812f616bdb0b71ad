import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import { POLICIES_MAX } from '@hai-dang/contract/constants.ts';
import { policiesChanged } from '@hai-dang/contract/moderation/policies.events.ts';
import type {
  CreatePolicyBody,
  Policy,
  PolicyFields,
  UpdatePolicyBody,
} from '@hai-dang/contract/moderation/policies.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, DbOrTx, Tx } from '../../lib/db/database.ts';
import { violatedConstraint } from '../../lib/db/postgres-errors.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import { toPolicy } from './policies.mapper.ts';
import { type PolicyRow, type PolicyVersionRow, policiesStore } from './policies.store.ts';
import { newPolicyKey } from './policy-key.ts';

interface PoliciesNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  audit: Pick<AuditService, 'record'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** The rules of the house. Every change is a version of its own, which decisions refer to, so no rule is ever deleted. */
export function createPoliciesService({ database, audit, publisher, clock }: PoliciesNeeds) {
  const { db, transact } = database;

  /** Changes one rule, with its version, its audit entry and its event to all administrators. */
  async function change(
    work: (tx: Tx) => Promise<{ before: PolicyRow | null; after: PolicyRow }>,
    caller: Caller,
    context: CallContext,
  ): Promise<Policy> {
    try {
      return await transact(async (tx) => {
        const { before, after } = await work(tx);
        if (before !== after) {
          await policiesStore.insertVersion(tx, versionOf(after), caller, after.updated_at);
          await audit.record(tx, {
            action: actionOf(before, after),
            actor: caller,
            target: { type: 'policy', id: after.key, name: after.title },
            ...(before ? { before: stateOf(before) } : {}),
            after: stateOf(after),
            context,
          });
          afterCommit(tx, () => publisher.toAdmins(policiesChanged, { key: after.key }));
        }
        return toPolicy(after);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'policies_title_key') throw new DomainError('POLICY_EXISTS');
      throw error;
    }
  }

  async function lock(tx: Tx, key: string): Promise<PolicyRow> {
    const row = await policiesStore.findForUpdate(tx, key);
    if (!row) throw new DomainError('POLICY_NOT_FOUND');
    return row;
  }

  /** Stores the next version of a locked rule; what is the same already stays as it is. */
  async function store(tx: Tx, before: PolicyRow, wanted: PolicyVersionRow) {
    if (isDeepStrictEqual(wanted, versionOf(before))) return { before, after: before };
    return { before, after: await policiesStore.update(tx, { ...wanted, version: before.version + 1 }, clock.now()) };
  }

  return {
    /**
     * The rule that a decision names.
     * @throws {DomainError} POLICY_NOT_FOUND; POLICY_DISABLED for one that is switched off
     */
    async findForDecision(on: DbOrTx, key: string): Promise<Policy> {
      const row = await policiesStore.find(on, key);
      if (!row) throw new DomainError('POLICY_NOT_FOUND');
      if (!row.is_enabled) throw new DomainError('POLICY_DISABLED');
      return toPolicy(row);
    },

    /** Whether a rule may be applied. */
    isEnabled: async (on: DbOrTx, key: string): Promise<boolean> =>
      (await policiesStore.find(on, key))?.is_enabled === true,

    /**
     * A rule, switched off or not.
     * @throws {DomainError} POLICY_NOT_FOUND
     */
    async findPolicy(on: DbOrTx, key: string): Promise<Policy> {
      const row = await policiesStore.find(on, key);
      if (!row) throw new DomainError('POLICY_NOT_FOUND');
      return toPolicy(row);
    },

    /** How severe the rule of a reason is, from 1 to 4, and what it is called; 1 where there is none. */
    findRule: async (reason: string): Promise<{ severity: number; title: string }> =>
      (await policiesStore.findRule(db, reason)) ?? { severity: 1, title: reason },

    /** The rule that a report names; undefined where there is none, or it is switched off. */
    async findNamed(key: string): Promise<Pick<Policy, 'key' | 'severity' | 'title'> | undefined> {
      const row = await policiesStore.find(db, key);
      return row?.is_enabled ? toPolicy(row) : undefined;
    },

    /** Counts decisions that name a rule; -1 for one that was undone. Late in its transaction: others wait for the row. */
    countApplied: (tx: Tx, key: string, change: 1 | -1): Promise<void> => policiesStore.countApplied(tx, key, change),

    /** Counts a decision that an appeal overturned. Late in its transaction, too. */
    countOverturned: policiesStore.countOverturned,

    /** All of them, those that are switched off included, the most severe first. */
    listPolicies: async (): Promise<Policy[]> => (await policiesStore.findAll(db)).map(toPolicy),

    /** @throws {DomainError} POLICY_EXISTS, TOO_MANY_POLICIES */
    async createPolicy(body: CreatePolicyBody, caller: Caller, context: CallContext): Promise<Policy> {
      const insert = async (tx: Tx) => {
        const taken = await policiesStore.findKeysForInsert(tx);
        if (body.key !== undefined && taken.includes(body.key)) throw new DomainError('POLICY_EXISTS');
        if (taken.length >= POLICIES_MAX) throw new DomainError('TOO_MANY_POLICIES');
        const key = body.key ?? newPolicyKey(body.title, taken);
        const row = { key, version: 1, ...toColumns({ ...body, isEnabled: true }) };
        return { before: null, after: await policiesStore.insert(tx, row, clock.now()) };
      };
      return change(insert, caller, context);
    },

    /**
     * Changes a rule, or switches it on or off; what the body leaves out stays as it is.
     * @throws {DomainError} POLICY_NOT_FOUND; POLICY_CHANGED where `version` is not the one it has; POLICY_EXISTS
     */
    async updatePolicy(
      key: string,
      { version, ...body }: UpdatePolicyBody,
      caller: Caller,
      context: CallContext,
    ): Promise<Policy> {
      const update = async (tx: Tx) => {
        const before = await lock(tx, key);
        const present = toPolicy(before);
        if (before.version !== version) throw new DomainError('POLICY_CHANGED', { policy: present });
        return store(tx, before, { key, version, ...toColumns(withChanges(present, body)) });
      };
      return change(update, caller, context);
    },

    /**
     * Switches a rule off: it is no longer offered, and stays for the decisions that named it.
     * @throws {DomainError} POLICY_NOT_FOUND
     */
    async disablePolicy(key: string, caller: Caller, context: CallContext): Promise<Policy> {
      const disable = async (tx: Tx) => {
        const before = await lock(tx, key);
        return store(tx, before, { ...versionOf(before), is_enabled: false });
      };
      return change(disable, caller, context);
    },
  };
}
export type PoliciesService = ReturnType<typeof createPoliciesService>;

type PolicyState = PolicyFields & Pick<Policy, 'isEnabled'>;

/** The rule with what a body states; what it leaves out stays. */
function withChanges(present: Policy, body: Omit<UpdatePolicyBody, 'version'>): PolicyState {
  const { title = present.title, text = present.text, severity = present.severity, points = present.points } = body;
  const { expiresDays = present.expiresDays, defaultActions = present.defaultActions } = body;
  const { suspendDays = present.suspendDays, isEnabled = present.isEnabled } = body;
  return { title, text, severity, points, expiresDays, defaultActions, suspendDays, isEnabled };
}

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

/** What the audit log keeps of a rule. */
function stateOf(row: PolicyRow): PolicyState {
  const { title, text, severity, points, expiresDays, defaultActions, suspendDays, isEnabled } = toPolicy(row);
  return { title, text, severity, points, expiresDays, defaultActions, suspendDays, isEnabled };
}

function actionOf(before: PolicyRow | null, after: PolicyRow): AuditAction {
  if (!before) return 'policy.create';
  if (before.is_enabled === after.is_enabled) return 'policy.update';
  return after.is_enabled ? 'policy.enable' : 'policy.disable';
}
