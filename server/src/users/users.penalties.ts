import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { insertAuditEntry } from '../audit/record-audit.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { App } from '../lib/context.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { queueSuspensionEnded } from '../moderation/letters/queue-letter.ts';
import { administrator, appendEvent, type Cause } from '../moderation/subjects/append-event.ts';
import { findLastValid, type LockedSubject, lockSubject } from '../moderation/subjects/lock-subject.ts';
import { toUserDetail } from './users.mapper.ts';
import { type PenaltyRow, penaltiesStore } from './users.penalties.store.ts';
import { denyReasonForDisable } from './users.policy.ts';
import { type UserDetailRow, usersStore } from './users.store.ts';

const ACCOUNT_EVENTS = ['suspended', 'unsuspended', 'disabled', 'enabled'] as const;

/** What an account is: disabled or not, and until when; null for no end. */
interface AccountState {
  readonly isDisabled: boolean;
  readonly until: Date | null;
}
const ENABLED: AccountState = { isDisabled: false, until: null };

interface PenaltiesNeeds {
  database: Pick<Database, 'now'>;
  auth: Pick<AuthService, 'revokeSessions'>;
  app: App;
  /** Locks an account that a caller may change. @throws {DomainError} USER_NOT_FOUND, SESSION_EXPIRED, and what `deny` says */
  lockAndAuthorize: (tx: Tx, id: string, caller: Caller, deny: typeof denyReasonForDisable) => Promise<UserDetailRow>;
  publishIfAdmin: (tx: Tx, account: UserDetailRow) => void;
}

/** One account whose penalties are changed, locked until the transaction ends. */
interface Punished {
  readonly moderated: LockedSubject;
  readonly account: UserDetailRow;
  /** All but those of decisions that were undone. */
  readonly penalties: readonly PenaltyRow[];
  /** By the database's time. */
  readonly now: Date;
}

/** The penalties of accounts: any number beside each other, of which the longest that stands is what the account is. */
export function createPenalties(needs: PenaltiesNeeds) {
  const { database, auth, app, lockAndAuthorize, publishIfAdmin } = needs;
  const { clock } = app;

  const lockAsSubject = (tx: Tx, id: string) => lockSubject({ ...app, tx }, { itemType: 'User', itemId: id }, id);

  /** The account of a locked subject, with its penalties: also with what another program or a former release has set. */
  async function read(moderated: LockedSubject, account: UserDetailRow): Promise<Punished> {
    const { tx } = moderated;
    const now = await database.now(tx);
    const penalties = await penaltiesStore.findOf(tx, account.id);
    const actual = stateOf([{ ended_version: account.is_disabled ? null : 0, until: account.disabled_until }], now);
    if (isSame(stateOf(penalties, now), actual)) return { moderated, account, penalties, now };
    await penaltiesStore.end(tx, penalties.filter(isOpen), moderated.state.version);
    if (!actual.isDisabled) return { moderated, account, penalties: [], now };
    const last = await findLastValid(moderated, ACCOUNT_EVENTS);
    // Without any row it was disabled before penalties were kept: by its last event.
    const isOfLast = penalties.length === 0 && (last?.kind === 'suspended' || last?.kind === 'disabled');
    const found = await penaltiesStore.insert(tx, account.id, {
      version: last?.version ?? 0,
      decisionId: isOfLast ? last.decision_id : null,
      until: actual.until,
    });
    return { moderated, account, penalties: [found], now };
  }

  /** Gives an account another state and ends its sessions where that disables it. @returns how many sessions were ended */
  async function setState(tx: Tx, account: UserDetailRow, state: AccountState): Promise<{ sessionsEnded?: number }> {
    await usersStore.setDisabled(tx, account.id, { ...state, at: clock.now() });
    publishIfAdmin(tx, account);
    return state.isDisabled ? { sessionsEnded: await auth.revokeSessions(tx, account.id) } : {};
  }

  /** Appends the event of a penalty, or of the end of all. */
  const append = (
    { moderated, account }: Punished,
    { isDisabled, until }: AccountState,
    caller: Caller,
    cause: Cause,
  ): Promise<void> =>
    appendEvent(moderated, {
      kind: isDisabled ? (until ? 'suspended' : 'disabled') : 'enabled',
      actor: administrator(caller),
      targetName: account.username,
      ...cause,
      ...(until ? { until } : {}),
    });

  /** Lets an account be what its penalties say from now on, with an event and, by hand, an audit entry where that changes it. */
  async function settle(
    punished: Punished,
    penalties: readonly PenaltyRow[],
    caller: Caller,
    context: CallContext,
    cause: Cause = {},
  ): Promise<UserDetail> {
    const { moderated, account, now } = punished;
    const { tx } = moderated;
    const state = stateOf(penalties, now);
    // Whatever the clock says later.
    const over = penalties.filter((row) => isOpen(row) && isOver(row, now));
    await penaltiesStore.end(tx, over, moderated.state.version);
    if (isSame(state, actualState(account))) return toUserDetail(account);
    const ended = await setState(tx, account, state);
    await append(punished, state, caller, cause);
    if (cause.decisionId === undefined) await record(tx, { account, state, ended }, caller, context);
    return withState(account, state);
  }

  const record = (
    tx: Tx,
    { account, state, ended }: { account: UserDetailRow; state: AccountState; ended: object },
    caller: Caller,
    context: CallContext,
  ): Promise<unknown> =>
    insertAuditEntry(
      tx,
      {
        action: state.isDisabled ? 'user.disable' : 'user.enable',
        actor: caller,
        target: { type: 'user', id: account.id, name: account.username },
        before: { isDisabled: account.is_disabled },
        after: { isDisabled: state.isDisabled, ...ended },
        context,
      },
      clock.now(),
    );

  return {
    /**
     * Disables or enables an account by hand, in a given transaction, which the caller wraps in `auditDenial`; enabling ends all
     * penalties.
     * @returns the account as it is now
     * @throws {DomainError} USER_NOT_FOUND; {PolicyViolation} OWN_ACCOUNT, LAST_ADMIN
     */
    async setDisabledInTx(
      tx: Tx,
      id: string,
      isDisabled: boolean,
      caller: Caller,
      context: CallContext,
    ): Promise<UserDetail> {
      const moderated = await lockAsSubject(tx, id);
      const account = await lockAndAuthorize(tx, id, caller, isDisabled ? denyReasonForDisable : allowAll);
      const punished = await read(moderated, account);
      const open = punished.penalties.filter(isOpen);
      if (isDisabled && !open.some(({ until }) => until === null)) {
        // Its event is the next one.
        const version = moderated.state.version + 1;
        open.push(await penaltiesStore.insert(tx, id, { version, decisionId: null, until: null }));
      }
      const settled = await settle(punished, isDisabled ? open : [], caller, context);
      if (!isDisabled) await penaltiesStore.end(tx, open, moderated.state.version);
      return settled;
    },

    /**
     * Adds the penalty of a decision, in a given transaction. The account is disabled for as long as the longest one says.
     * @param until null for no end
     * @returns the account as it was, and whether it changed
     * @throws {DomainError} USER_NOT_FOUND; {PolicyViolation} OWN_ACCOUNT, LAST_ADMIN
     */
    async penalize(
      tx: Tx,
      id: string,
      until: Date | null,
      caller: Caller,
      cause: Cause & { decisionId: string },
    ): Promise<{ was: AccountState; hasChanged: boolean }> {
      const moderated = await lockAsSubject(tx, id);
      const account = await lockAndAuthorize(tx, id, caller, denyReasonForDisable);
      const punished = await read(moderated, account);
      await append(punished, { isDisabled: true, until }, caller, cause);
      const { version } = moderated.state;
      const added = await penaltiesStore.insert(tx, id, { version, decisionId: cause.decisionId, until });
      const state = stateOf([...punished.penalties, added], punished.now);
      const was = actualState(account);
      const hasChanged = !isSame(state, was);
      if (hasChanged) await setState(tx, account, state);
      return { was, hasChanged };
    },

    /** Reads what an account is into its penalties, before a decision that may have led to it is marked as undone. */
    async notePenalties(tx: Tx, id: string, caller: Caller): Promise<void> {
      const moderated = await lockAsSubject(tx, id);
      if (!(await usersStore.findDetail(tx, id))) return;
      await read(moderated, await lockAndAuthorize(tx, id, caller, allowAll));
    },

    /** Lets an account be what is left of its penalties, once a decision is marked as undone; nothing for one that is gone. */
    async liftPenalties(
      tx: Tx,
      id: string,
      caller: Caller,
      context: CallContext,
      cause: Cause & { decisionId: string },
    ): Promise<void> {
      const moderated = await lockAsSubject(tx, id);
      if (!(await usersStore.findDetail(tx, id))) return;
      const account = await lockAndAuthorize(tx, id, caller, allowAll);
      const [penalties, now] = [await penaltiesStore.findOf(tx, id), await database.now(tx)];
      await settle({ moderated, account, penalties, now }, penalties, caller, context, cause);
    },

    /**
     * Undoes what an administrator has done to an account by hand, where nothing has been done to it since: what was ended
     * stands again, and what was added does not.
     * @param version of the event
     * @throws {DomainError} ACTION_CHANGED where it has added and ended nothing; USER_NOT_FOUND; {PolicyViolation} OWN_ACCOUNT, LAST_ADMIN
     */
    async undoByHand(
      tx: Tx,
      { id, version }: { id: string; version: number },
      caller: Caller,
      context: CallContext,
    ): Promise<void> {
      const moderated = await lockAsSubject(tx, id);
      const deny = (await penaltiesStore.findOf(tx, id)).some((row) => row.ended_version === version)
        ? denyReasonForDisable
        : allowAll;
      const punished = await read(moderated, await lockAndAuthorize(tx, id, caller, deny));
      const added = punished.penalties.filter((row) => row.version === version && isOpen(row));
      const ended = punished.penalties.filter((row) => row.ended_version === version);
      if (added.length + ended.length === 0) throw new DomainError('ACTION_CHANGED');
      const left = punished.penalties.filter((row) => isOpen(row) && !added.includes(row));
      const resumed = ended.filter((row) => !isOver(row, punished.now));
      const standing = [...left, ...resumed.map((row) => ({ ...row, ended_version: null }))];
      await settle(punished, standing, caller, context);
      await penaltiesStore.end(tx, added, moderated.state.version);
      await penaltiesStore.resume(tx, resumed, moderated.state.version);
    },

    /** Ends a suspension that is over by the time of the database; nothing where it is not. */
    async endSuspension(tx: Tx, id: string, now: Date): Promise<void> {
      const moderated = await lockAsSubject(tx, id);
      const account = await usersStore.findDetailForUpdate(tx, id);
      if (!account?.disabled_until || account.disabled_until > now) return;
      await setState(tx, account, ENABLED);
      const penalties = await penaltiesStore.findOf(tx, id);
      await penaltiesStore.end(tx, penalties.filter(isOpen), moderated.state.version + 1);
      await appendEvent(moderated, {
        kind: 'unsuspended',
        actor: { type: 'system' },
        targetName: account.username,
      });
      await queueSuspensionEnded(moderated, now);
    },
  };
}

const allowAll = () => undefined;

const isOpen = ({ ended_version }: Pick<PenaltyRow, 'ended_version'>): boolean => ended_version === null;

const isOver = ({ until }: Pick<PenaltyRow, 'until'>, now: Date): boolean => until !== null && until <= now;

/** The longest of the penalties that stand. */
function stateOf(penalties: ReadonlyArray<Pick<PenaltyRow, 'ended_version' | 'until'>>, now: Date): AccountState {
  const standing = penalties.filter((row) => isOpen(row) && !isOver(row, now));
  if (standing.length === 0) return ENABLED;
  if (standing.some(({ until }) => until === null)) return { isDisabled: true, until: null };
  return { isDisabled: true, until: new Date(Math.max(...standing.map(({ until }) => Number(until)))) };
}

const actualState = ({ is_disabled, disabled_until }: UserDetailRow): AccountState => ({
  isDisabled: is_disabled === true,
  until: disabled_until,
});

const isSame = (one: AccountState, other: AccountState): boolean =>
  one.isDisabled === other.isDisabled && one.until?.getTime() === other.until?.getTime();

const withState = (account: UserDetailRow, { isDisabled, until }: AccountState): UserDetail =>
  toUserDetail({ ...account, is_disabled: isDisabled, disabled_until: until });
