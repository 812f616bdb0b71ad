import * as z from 'zod/mini';
import type { BrowserStorage } from '../lib/browser-storage.ts';

const MOST = 6;
const TEXT_MAX_CHARS = 300;
const textSchema = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX_CHARS));

export const CHOICE_KINDS = ['screen', 'action', 'user', 'conversation', 'report', 'content'] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

const choiceSchema = z.object({
  /** Unique in the palette. */
  id: textSchema,
  kind: z.enum(CHOICE_KINDS),
  label: textSchema,
  detail: z.optional(textSchema),
  /** The path that it opens; an action has none. */
  path: z.optional(z.string().check(z.startsWith('/admin/'), z.maxLength(TEXT_MAX_CHARS))),
});
/** Something that was chosen in the palette. */
export type Choice = z.infer<typeof choiceSchema>;

const keyOf = (adminId: string): string => `recentChoices:${adminId}`;

/** The last choices of an administrator in this browser, the latest first; what is stored and not valid is left out. */
export function readChoices(storage: BrowserStorage, adminId: string): readonly Choice[] {
  try {
    const stored: unknown = JSON.parse(storage.get(keyOf(adminId)) ?? '[]');
    const choices = Array.isArray(stored) ? stored : [];
    return choices.slice(0, MOST).flatMap((choice) => choiceSchema.safeParse(choice).data ?? []);
  } catch {
    return [];
  }
}

/** Puts a choice before the others. */
export function storeChoice(storage: BrowserStorage, adminId: string, choice: Choice): void {
  const others = readChoices(storage, adminId).filter(({ id }) => id !== choice.id);
  storage.set(keyOf(adminId), JSON.stringify([choice, ...others].slice(0, MOST)));
}
