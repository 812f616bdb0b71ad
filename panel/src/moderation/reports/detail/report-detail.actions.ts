import type { ReportAction } from '@hai-dang/contract/moderation/reports.schema.ts';
import { ArrowLeft, CircleCheck, CircleSlash, EyeOff, type LucideIcon, Trash2, Undo2 } from 'lucide-react';
import type { ActionDefinition } from '../../../lib/actions.ts';
import { decideAction, HARMLESS_KEY } from '../../decisions/decide.ts';
import { nextReport, previousReport, removeAction, statusActions } from '../reports.actions.ts';
import { actWords, reportDetailStrings as strings } from './report-detail.strings.ts';

const { keys } = strings;

/** The actions of the open report. */
export const detailActions = {
  next: { ...nextReport, help: keys.next },
  previous: { ...previousReport, help: keys.next },
  remove: { ...removeAction, label: strings.remove },
  violation: { ...decideAction, label: strings.violation },
  harmless: { id: 'reports.harmless', label: strings.harmless, group: 'decide', icon: CircleCheck, key: HARMLESS_KEY },
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

interface PlainAct {
  readonly icon: LucideIcon;
  readonly key?: string;
  readonly opposite: ReportAction;
  /** It takes something away. */
  readonly isDangerous?: true;
}

/** The actions on the reported account or content alone. */
export const PLAIN_ACTS: Readonly<Record<ReportAction, PlainAct>> = {
  disable_account: { icon: CircleSlash, key: 'v', opposite: 'enable_account', isDangerous: true },
  enable_account: { icon: CircleCheck, key: 'v', opposite: 'disable_account' },
  delete_content: { icon: Trash2, opposite: 'restore_content', isDangerous: true },
  restore_content: { icon: Undo2, opposite: 'delete_content' },
};

/** The button of one of them. */
export const plainAct = (what: ReportAction, itemType: string) => {
  const { opposite: _, ...act } = PLAIN_ACTS[what];
  return { id: `reports.${what}`, label: actWords(what, itemType).label, group: 'decide', ...act } as const;
};
