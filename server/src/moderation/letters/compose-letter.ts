import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { type LetterKind, variablesOf } from '@hai-dang/contract/moderation/letters.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { getSettings } from '../settings/settings.ts';
import { fillLetter, type LetterPoints, type LetterValues, toVariables } from './letter-text.ts';
import { lettersStore } from './letters.store.ts';
import { findLetterText } from './templates.ts';

/** A letter to queue. */
export interface LetterDraft {
  readonly kind: LetterKind;
  /** Null for the reporters whose reports the decision closed; of 'decision_undone' for all that were notified of it. */
  readonly recipientId: string | null;
  /** The rule that was applied; null where there is none. */
  readonly policy: { readonly key: string; readonly title: string } | null;
  /** The points that the decision adds to the recipient's record. */
  readonly points?: LetterPoints | null;
  /** When a suspension ends. */
  readonly until?: Date | null;
  /** The text with variables; null for a notice without a message, undefined for the text of the rule. */
  readonly text?: string | null | undefined;
  /** Whether the decision takes content down beside what the letter is about. */
  readonly isTakenDown?: boolean;
  readonly sendAt: Date;
}

/** A letter that is not sent yet. */
export interface ComposedLetter {
  /** The text with `{tên}` for the name of each recipient. */
  readonly text: string;
  /** The text with all variables, and what stands for them. */
  readonly draft: string;
  readonly values: Readonly<Record<string, string>>;
  readonly appealUntil: Date | null;
}

/** The text of a letter, but for the name. */
export async function composeLetter(on: DbOrTx, ref: SubjectRef, draft: LetterDraft): Promise<ComposedLetter> {
  const { kind, policy, text, recipientId, points = null, until = null, isTakenDown = false, sendAt } = draft;
  const canAppeal = variablesOf(kind).includes('hạn khiếu nại');
  const { appealDays } = await getSettings(on);
  const appealUntil = canAppeal ? new Date(sendAt.getTime() + appealDays * DAY_MS) : null;
  const title = await lettersStore.findTitle(on, ref);
  const draftText = text ?? (await findLetterText(on, policy?.key ?? null, kind));
  const values: LetterValues = {
    subject: { itemType: ref.itemType, title, isTakenDown },
    isForOwner: recipientId !== null && ref.itemType === 'User' && ref.itemId === recipientId,
    policyTitle: policy?.title ?? null,
    points,
    until,
    appealUntil,
  };
  return { text: fillLetter(draftText, values), draft: draftText, values: toVariables(values), appealUntil };
}
