import type { AppealDetail } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { formatNumber } from '../../lib/format.ts';
import { appealsStrings as strings } from './appeals.strings.ts';

/** Says what overturning a decision takes back, one sentence for each part. */
export function overturnSentences({ appeal, subject, others = 0, ofSameBulk = 0 }: AppealDetail): readonly string[] {
  const { actions, outcome } = appeal.decision;
  const { overturnWill: will } = strings;
  const name = subject.owner?.username;
  const sentences: string[] = [];
  if (actions.includes('takedown')) sentences.push(will.takedown(strings.itemTypes[subject.subject.itemType]));
  const isPenalty = actions.includes('suspend') || actions.includes('disable');
  if (isPenalty && name !== undefined) sentences.push(will.account(name));
  if (outcome === 'violation' && name !== undefined) sentences.push(will.points(name));
  if (subject.reports > 0) sentences.push(will.reports);
  if (ofSameBulk > 0) sentences.push(will.ofSameBulk(formatNumber(ofSameBulk)));
  if (others > 0) sentences.push(will.others(formatNumber(others)));
  return sentences;
}
