import type { LetterPreview } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { composeLetter, type LetterDraft } from './compose-letter.ts';
import { addressLetter, toLetterName } from './letter-text.ts';

/** A letter as it would be sent to a recipient of this name; null where no message would be. */
export async function previewLetter(
  on: DbOrTx,
  ref: SubjectRef,
  draft: LetterDraft | null,
  name: string,
): Promise<LetterPreview | null> {
  if (!draft || draft.text === null) return null;
  const letter = await composeLetter(on, ref, draft);
  const values = { ...letter.values, tên: toLetterName(name) };
  return { kind: draft.kind, text: addressLetter(letter.text, name), draft: letter.draft, values };
}
