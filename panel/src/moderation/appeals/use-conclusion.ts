import type { AppealDetail } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { useState } from 'react';
import { otherHolder } from '../../entities/holder.ts';
import { errorMessage, hasCode, isCancelled, isUnauthorized } from '../../lib/api-error.ts';
import { tabStorage } from '../../lib/browser-storage.ts';
import { createDrafts } from '../../lib/drafts.ts';
import { useSession } from '../../lib/session.ts';
import { type Form, useForm } from '../../ui/use-form.ts';
import { type LetterChoice, readLetter, writeLetter } from '../decisions/decision-choice.ts';
import { changesBetween } from '../decisions/decision-sentences.ts';
import type { SubjectChange } from '../decisions/new-reports.ts';
import { subjectNow } from '../decisions/subject-now.ts';
import type { useDecideAppeal } from './appeals.mutations.ts';
import { appealsStrings as strings } from './appeals.strings.ts';

/** Stored in this tab until the conclusion is sent: neither closing the sheet nor a rejected call loses a word. */
const drafts = createDrafts(tabStorage, 'appealDrafts');

export const OUTCOMES = ['uphold', 'overturn'] as const;

interface ConclusionChoice {
  readonly outcome: (typeof OUTCOMES)[number] | undefined;
  readonly letter: LetterChoice;
  readonly note: string;
  /** Whether the decision is kept against all others who wait, too. */
  readonly answersAll: boolean;
}

interface ConclusionState {
  readonly choice: ConclusionChoice;
  readonly change: (fields: Partial<ConclusionChoice>) => void;
  /** The changes of the subject, once the conclusion was rejected for them. */
  readonly changes: readonly SubjectChange[] | undefined;
  /** The administrator who handles the subject, once a press has asked whether it is to be decided all the same. */
  readonly holder: string | undefined;
  readonly form: Form<'outcome' | 'letter' | 'note'>;
}

/** The conclusion on an appeal while it is being made. */
export function useConclusion(
  { appeal, subject }: AppealDetail,
  decide: ReturnType<typeof useDecideAppeal>,
  onDecided: () => void,
): ConclusionState {
  const draftId = (text: 'letter' | 'note') => `${appeal._id}:${text}`;
  const [choice, setChoice] = useState<ConclusionChoice>(() => ({
    outcome: undefined,
    letter: readLetter(drafts.get(draftId('letter'))),
    note: drafts.get(draftId('note')),
    answersAll: false,
  }));
  const ownId = useSession()?.adminId;
  const holder = otherHolder(subject.assignee, ownId)?.username;
  // A first press on what another administrator handles asks; the second decides.
  const [asked, setAsked] = useState<string>();
  const [changes, setChanges] = useState<readonly SubjectChange[]>();

  function change(fields: Partial<ConclusionChoice>): void {
    setChoice({ ...choice, ...fields });
    if (fields.note !== undefined) drafts.set(draftId('note'), fields.note);
    if (fields.letter) drafts.set(draftId('letter'), writeLetter(fields.letter));
    form.show({});
  }

  const form: ConclusionState['form'] = useForm<'outcome' | 'letter' | 'note'>({
    validate: () => (choice.outcome === undefined ? { outcome: strings.chooseFirst } : {}),
    async submit() {
      const { outcome, letter, note, answersAll } = choice;
      if (outcome === undefined) return;
      if (holder !== asked) {
        setAsked(holder);
        if (holder !== undefined) return;
      }
      const letterText = letter.mode === 'none' ? null : letter.text.trim() || undefined;
      try {
        await decide.mutateAsync({
          params: { id: appeal._id },
          body: { outcome, letter: letterText, note, answersAll, version: subject.version },
        });
      } catch (error) {
        const now = subjectNow(error);
        if (now) {
          setChanges(changesBetween(subject, now));
          return;
        }
        // The sheet then shows what a colleague has decided.
        if (hasCode(error, 'APPEAL_DECIDED')) return;
        throw error;
      }
      for (const text of ['letter', 'note'] as const) drafts.set(draftId(text), '');
      onDecided();
    },
    explain(error) {
      if (isCancelled(error) || isUnauthorized(error)) return {};
      return { form: errorMessage(error, strings.sendFailed) };
    },
  });

  return { choice, change, changes, holder: holder === asked ? holder : undefined, form };
}
