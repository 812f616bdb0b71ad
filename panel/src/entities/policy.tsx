import type { Policy, PolicyAction } from '@hai-dang/contract/moderation/policies.schema.ts';
import { labelIn } from '../lib/format.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

/** The severities of a rule and their labels, from the mildest on. */
export const policySeverities: Readonly<Record<string, string>> = { 1: 'Nhẹ', 2: 'Vừa', 3: 'Nặng', 4: 'Rất nặng' };

/** The actions that may follow a violation. */
export const policyActions = {
  takedown: 'Gỡ nội dung',
  warn: 'Cảnh cáo',
  suspend: 'Tạm khóa',
  disable: 'Vô hiệu hóa',
} satisfies Record<PolicyAction, string>;

const NO_ACTION = 'Tùy trường hợp';

/** The actions that usually follow a violation, as one line: 'Gỡ nội dung, Tạm khóa 7 ngày'. */
export function policyActionsText({ defaultActions, suspendDays }: Pick<Policy, 'defaultActions' | 'suspendDays'>) {
  const texts = defaultActions.map((action) =>
    action === 'suspend' && suspendDays !== null
      ? `${policyActions.suspend} ${suspendDays} ngày`
      : policyActions[action],
  );
  return texts.join(', ') || NO_ACTION;
}

const TONES: Readonly<Record<number, Tone>> = { 2: 'blue', 3: 'amber', 4: 'red' };

/** A badge with a rule's severity in words. */
export function SeverityBadge({ severity }: Pick<Policy, 'severity'>) {
  return <Badge tone={TONES[severity] ?? 'neutral'}>{labelIn(policySeverities, String(severity))}</Badge>;
}
