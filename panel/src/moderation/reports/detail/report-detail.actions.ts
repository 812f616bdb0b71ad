import type { ReportAction } from '@hai-dang/contract/moderation/reports.schema.ts';
import { ArrowLeft, CircleCheck, CircleSlash, EyeOff, Trash2, Undo2 } from 'lucide-react';
import type { ActionDefinition } from '../../../lib/actions.ts';
import { nextReport, previousReport, removeAction, statusActions } from '../reports.actions.ts';
import { actWords, reportDetailStrings as strings } from './report-detail.strings.ts';

const { keys } = strings;

/** The actions of the open report. */
export const detailActions = {
  next: { ...nextReport, help: keys.next },
  previous: { ...previousReport, help: keys.next },
  remove: { ...removeAction, label: strings.remove },
  harmless: { id: 'reports.harmless', label: strings.harmless, group: 'decide', icon: CircleCheck, key: 'h' },
  takeDown: {
    id: 'reports.takeDown',
    label: strings.takeDown,
    group: 'decide',
    icon: EyeOff,
    key: 't',
    isDangerous: true,
  },
  back: { id: 'reports.back', label: strings.backToList, help: keys.back, group: 'go', icon: ArrowLeft, key: 'u' },
} as const satisfies Record<string, ActionDefinition>;

export const detailStatusActions = statusActions(keys.status);

/** Whether it takes something away. */
export const isDestructive = (what: ReportAction): boolean => what === 'disable_account' || what === 'delete_content';

const ICONS = {
  disable_account: CircleSlash,
  enable_account: CircleCheck,
  delete_content: Trash2,
  restore_content: Undo2,
} as const satisfies Record<ReportAction, unknown>;

const KEYS = {
  disable_account: 'v',
  enable_account: 'v',
  delete_content: 'x',
  restore_content: 'x',
} as const satisfies Record<ReportAction, string>;

/** What one button does to the reported account or content. */
export const plainAct = (what: ReportAction, itemType: string) =>
  ({
    id: `reports.${what}`,
    label: actWords(what, itemType).label,
    group: 'decide',
    icon: ICONS[what],
    key: KEYS[what],
    isDangerous: isDestructive(what),
  }) as const;
