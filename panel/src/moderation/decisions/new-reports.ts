import type { ModerationEvent, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { reasonLabel } from '../../entities/report-labels.ts';
import { formatNumber } from '../../lib/format.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

/** As many are quoted; the others are counted. */
const QUOTED = 3;

/** A report that was filed while somebody looked: of whom, why, and in which words. */
export interface NewReport {
  readonly _id: string;
  /** 'Báo cáo mới: Spam · Lừa đảo'. */
  readonly title: string;
  /** '' without words. */
  readonly words: string;
  readonly reporter: string;
}

/** A change of a subject: a sentence, or a new report with its words. */
export type SubjectChange = string | NewReport;

/** Whether it is the event of a report that can be quoted. */
export const isQuoted = ({ report }: Pick<ModerationEvent, 'report'>): boolean => report !== undefined;

const toNewReport = ({ _id, report }: ModerationEvent): NewReport[] => {
  if (!report) return [];
  const { reason, policy, description, reporter } = report;
  const why = [reasonLabel(reason), ...(policy === null ? [] : [policy])].join(' · ');
  const words = description?.trim() ?? '';
  return [{ _id, title: strings.changes.newReport(why), words, reporter: reporter?.trim() || strings.user }];
};

/** The reports that were filed since a subject was shown, newest first: a few with their words, and the number of the others. */
export function newReportsSince(before: ModerationSubject, after: ModerationSubject): readonly SubjectChange[] {
  const known = new Set(before.events.map(({ _id }) => _id));
  const filed = after.events.filter(({ _id }) => !known.has(_id)).flatMap(toNewReport);
  const others = filed.length - QUOTED;
  return others > 0 ? [...filed.slice(0, QUOTED), strings.changes.otherReports(formatNumber(others))] : filed;
}
