import { type Settings, type SettingsFields, settingsSchema } from '@hai-dang/contract/moderation/settings.schema.ts';
import type { SettingsRow } from './settings.store.ts';

/** The settings of moderation as they cross the wire. */
export const toSettings = (row: SettingsRow): Settings => ({
  ladder: settingsSchema.shape.ladder.parse(row.ladder),
  dueHours: settingsSchema.shape.dueHours.parse(row.due_hours),
  appealDueHours: row.appeal_due_hours,
  appealDays: row.appeal_days,
  isSealingOn: row.is_sealing_on,
  isHidingOn: row.is_hiding_on,
  hidingReporters: row.hiding_reporters,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
});

/** Returns the fields that an administrator sets. */
export const fieldsOf = ({ version: _, updatedAt: __, ...fields }: Settings): SettingsFields => fields;
