import {
  type DecideBody,
  decideBodySchema,
  type ModerationSubject,
} from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Penalty } from '@hai-dang/contract/moderation/ladder.ts';
import type { Policy, PolicyAction } from '@hai-dang/contract/moderation/policies.schema.ts';
import { useState } from 'react';
import { otherHolder } from '../../entities/holder.ts';
import { errorMessage, hasCode, isCancelled, isUnauthorized } from '../../lib/api-error.ts';
import { tabStorage } from '../../lib/browser-storage.ts';
import { createDrafts } from '../../lib/drafts.ts';
import { useSession } from '../../lib/session.ts';
import { type Form, fieldErrors, useForm } from '../../ui/use-form.ts';
import {
  type DecisionChoice,
  possibleActions,
  presetOf,
  proposalFor,
  readChoice,
  toDecision,
  withPenalty,
  withTakedown,
  writeChoice,
} from './decision-choice.ts';
import { changesWhileDeciding } from './decision-sentences.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import type { SubjectChange } from './new-reports.ts';
import { subjectNow } from './subject-now.ts';

/** Stored in this tab until the decision is made: neither closing the sheet nor a rejected call loses a word. */
const drafts = createDrafts(tabStorage, 'decisionDrafts');

interface DecisionOptions {
  /** The subject as it was when the sheet was opened. */
  readonly opened: ModerationSubject;
  readonly policies: readonly Policy[];
  /** The rule that is proposed for taking the content down, and nothing else: chosen at the beginning. */
  readonly takedownBy?: string | undefined;
  readonly send: (body: DecideBody) => Promise<unknown>;
  readonly refetchPolicies: () => Promise<unknown>;
  readonly onDecided: () => void;
}

type DecisionField = 'outcome' | 'suspendDays' | 'note' | 'owner' | 'reporters';

export interface DecisionState {
  readonly subject: ModerationSubject;
  readonly choice: DecisionChoice;
  /** The chosen rule. */
  readonly policy: Policy | undefined;
  /** Whether the chosen rule has been switched off meanwhile. */
  readonly isPolicyGone: boolean;
  readonly possible: readonly PolicyAction[];
  readonly decision: ReturnType<typeof toDecision>;
  /** The changes of the subject, once a decision was rejected for them. */
  readonly changes: readonly SubjectChange[] | undefined;
  /** The administrator who handles the subject, once a press has asked whether it is to be decided all the same. */
  readonly holder: string | undefined;
  readonly form: Form<DecisionField>;
  readonly change: (fields: Partial<DecisionChoice>) => void;
  /** Chooses a rule, with what usually follows; undefined for 'no violation'. */
  readonly choose: (policy: Policy | undefined) => void;
  /** The penalty that the ladder proposes with the chosen rule; null for none. */
  readonly proposal: Penalty | null;
  /** Chooses that penalty, where it is possible. */
  readonly applyProposal: () => void;
}

/** The decision on one subject while it is being made. */
export function useDecision(options: DecisionOptions): DecisionState {
  const { opened, policies, takedownBy, send, refetchPolicies, onDecided } = options;
  const draftId = `${opened.subject.itemType}:${opened.subject.itemId}`;
  const ownId = useSession()?.adminId;
  const [subject, setSubject] = useState(opened);
  const [changes, setChanges] = useState<readonly SubjectChange[]>();
  const holder = otherHolder(opened.assignee, ownId)?.username;
  // A first press on what another administrator handles asks; the second decides.
  const [isHeld, setIsHeld] = useState(false);
  const [choice, setChoice] = useState(() =>
    withTakedown(
      readChoice(drafts.get(draftId)),
      policies.find(({ key }) => key === takedownBy),
      possibleActions(opened, ownId),
    ),
  );
  const policy = policies.find(({ key }) => key === choice.policy);
  const isPolicyGone = choice.policy !== null && policy === undefined;
  const possible = possibleActions(subject, ownId);
  const decision = toDecision(subject, { ...choice, policy: policy?.key ?? null }, possible);

  const form: DecisionState['form'] = useForm<DecisionField>({
    validate() {
      const issues = decideBodySchema.safeParse(decision).error?.issues ?? [];
      // A letter is named by its recipient.
      const named = issues.map(({ path, message }) => ({
        path: path[0] === 'letters' ? path.slice(1) : path,
        message,
      }));
      const { policy: noPolicy, ...errors } = fieldErrors(named);
      return noPolicy === undefined ? errors : { outcome: noPolicy, ...errors };
    },
    async submit(): Promise<void> {
      if (holder !== undefined && !isHeld) {
        setIsHeld(true);
        return;
      }
      try {
        await send(decideBodySchema.parse(decision));
      } catch (error) {
        const now = subjectNow(error);
        if (now) {
          setChanges(changesWhileDeciding(subject, now));
          setSubject(now);
          return;
        }
        if (!hasCode(error, 'POLICY_DISABLED')) throw error;
        await refetchPolicies();
        form.show({ focus: 'outcome' });
        return;
      }
      drafts.set(draftId, '');
      onDecided();
    },
    explain(error) {
      if (isCancelled(error) || isUnauthorized(error)) return {};
      return { form: errorMessage(error, strings.failed) };
    },
  });

  function change(fields: Partial<DecisionChoice>): void {
    const next = { ...choice, ...fields };
    setChoice(next);
    drafts.set(draftId, writeChoice(next));
    form.show({});
  }

  function choose(chosen: Policy | undefined): void {
    if (!chosen) {
      change({ outcome: 'no_violation', policy: null });
      return;
    }
    const rule = { outcome: 'violation', policy: chosen.key } as const;
    // In place of a rule that was switched off meanwhile, the next one leaves the actions as they are.
    if (isPolicyGone) change(rule);
    else if (takedownBy !== undefined) change({ ...rule, actions: ['takedown'] });
    else change({ ...rule, ...presetOf(chosen, possible) });
  }

  const proposal = policy && subject.owner ? proposalFor(subject.strikes, policy) : null;

  function applyProposal(): void {
    if (proposal && possible.includes(proposal.action)) change(withPenalty(choice, proposal));
  }

  return {
    // The decision does not rest on the other reports: they are counted as they are now.
    subject: { ...subject, contentReports: opened.contentReports },
    choice,
    policy,
    isPolicyGone,
    possible,
    decision,
    changes,
    holder: isHeld ? holder : undefined,
    form,
    change,
    choose,
    proposal,
    applyProposal,
  };
}
