import {
  LADDER_ACTIONS,
  type Settings,
  type SettingsFields,
  settingsSchema,
} from '@hai-dang/contract/moderation/settings.schema.ts';
import * as z from 'zod/mini';
import type { Unsaved } from '../../lib/use-versioned-draft.ts';

/** One step of the ladder as it is typed: any text may be typed where a number is expected. */
export interface StepDraft {
  /** Stays the same while other steps come and go. */
  readonly id: number;
  readonly points: string;
  readonly action: SettingsFields['ladder'][number]['action'];
  readonly days: string;
}

/** One value for each severity. */
type Four<T> = [T, T, T, T];

/** The form as it is typed. */
export interface SettingsDraft {
  readonly steps: readonly StepDraft[];
  /** The hours by severity, from 1 to 4. */
  readonly dueHours: Readonly<Four<string>>;
  readonly appealDueHours: string;
  readonly appealDays: string;
  readonly isSealingOn: boolean;
  readonly isHidingOn: boolean;
  readonly hidingReporters: string;
}

const mapFour = <T, U>([a, b, c, d]: Readonly<Four<T>>, map: (value: T) => U): Four<U> => [
  map(a),
  map(b),
  map(c),
  map(d),
];

const NEW_STEP = { action: 'suspend', points: '', days: '' } as const;

/** The form of the settings. */
export const toDraft = (settings: SettingsFields): SettingsDraft => ({
  steps: settings.ladder.map(({ points, action, suspendDays }, id) => ({
    id,
    points: String(points),
    action,
    days: suspendDays === null ? '' : String(suspendDays),
  })),
  dueHours: mapFour(settings.dueHours, String),
  appealDueHours: String(settings.appealDueHours),
  appealDays: String(settings.appealDays),
  isSealingOn: settings.isSealingOn,
  isHidingOn: settings.isHidingOn,
  hidingReporters: String(settings.hidingReporters),
});

/** The same steps and an empty one. */
export const withStep = (steps: readonly StepDraft[]): readonly StepDraft[] => [
  ...steps,
  { ...NEW_STEP, id: Math.max(-1, ...steps.map(({ id }) => id)) + 1 },
];

/** Anything but digits is no number, which the schema then says. */
const toNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Reads the fields from the form, still to be validated: a number that was mistyped is NaN. */
export const toFields = (draft: SettingsDraft): SettingsFields => ({
  ladder: draft.steps.map(({ points, action, days }) => ({
    points: toNumber(points),
    action,
    suspendDays: action === 'suspend' ? toNumber(days) : null,
  })),
  dueHours: mapFour(draft.dueHours, toNumber),
  appealDueHours: toNumber(draft.appealDueHours),
  appealDays: toNumber(draft.appealDays),
  isSealingOn: draft.isSealingOn,
  isHidingOn: draft.isHidingOn,
  hidingReporters: toNumber(draft.hidingReporters),
});

/** Whether two forms say the same. */
export const isSame = (one: SettingsDraft, other: SettingsDraft): boolean =>
  JSON.stringify(toFields(one)) === JSON.stringify(toFields(other));

/** The name of a field of a step, as the errors of the schema name it. */
export const stepField = (index: number, field: 'points' | 'action' | 'suspendDays') =>
  `ladder.${index}.${field}` as const;

/** The name of the field of a severity, from 1 to 4. */
export const dueField = (severity: number) => `dueHours.${severity - 1}` as const;

/** The same hours with those of one severity changed. */
export function withDueHours(hours: SettingsDraft['dueHours'], severity: number, text: string): Four<string> {
  let each = 0;
  return mapFour(hours, (present) => (++each === severity ? text : present));
}

/** The fields that an error may be at. */
export type SettingsField = keyof SettingsFields | ReturnType<typeof stepField> | ReturnType<typeof dueField>;

/** The first message for each field, those of a step by its place in the ladder. */
export function settingsErrors(
  issues: ReadonlyArray<{ readonly path: readonly PropertyKey[]; readonly message: string }> = [],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message;
  return errors;
}

const unsavedSchema = z.object({
  base: settingsSchema,
  draft: z.object({
    steps: z.array(z.object({ id: z.int(), points: z.string(), action: z.enum(LADDER_ACTIONS), days: z.string() })),
    dueHours: z.tuple([z.string(), z.string(), z.string(), z.string()]),
    appealDueHours: z.string(),
    appealDays: z.string(),
    isSealingOn: z.boolean(),
    isHidingOn: z.boolean(),
    hidingReporters: z.string(),
  }),
});
type UnsavedSettings = Unsaved<Settings, SettingsDraft>;

/** The text that keeps what was typed in the tab; '' where nothing was changed. */
export const writeUnsaved = ({ base, draft }: UnsavedSettings): string =>
  !base || isSame(draft, toDraft(base)) ? '' : JSON.stringify({ base, draft });

/** Reads such a text; undefined for one that cannot be read. */
export function readUnsaved(text: string): UnsavedSettings | undefined {
  try {
    return unsavedSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
