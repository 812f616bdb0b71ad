import { disabledText } from '../../entities/suspension.ts';
import { Badge } from '../../ui/badge.tsx';
import { usersStrings as strings } from '../users.strings.ts';

interface AccountStateBadgeProps {
  readonly isDisabled: boolean;
  /** When a suspension ends; null or undefined for an account that is disabled without an end. */
  readonly disabledUntil: string | null | undefined;
}

/** Whether an account may be used, and until when not. */
export function AccountStateBadge({ isDisabled, disabledUntil }: AccountStateBadgeProps) {
  return (
    <Badge tone={isDisabled ? 'red' : 'green'}>{isDisabled ? disabledText(disabledUntil) : strings.enabled}</Badge>
  );
}
