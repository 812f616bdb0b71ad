import { Scale } from 'lucide-react';

/** The key of 'Không vi phạm', on the report and in the sheet. */
export const HARMLESS_KEY = 'h';

/** Opens the decision sheet: from a report, a reported subject, an account. Its `run` sets the request. */
export const decideAction = {
  id: 'moderation.decide',
  label: 'Xử lý',
  group: 'decide',
  icon: Scale,
  key: 'd',
} as const;

/** The same, for an account whatever was reported about it. */
export const decideAccountAction = { ...decideAction, label: 'Xử lý tài khoản' } as const;
