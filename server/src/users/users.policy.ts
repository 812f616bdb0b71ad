import { PROTECTED_USERNAME } from '@hai-dang/contract/constants.ts';

export type DenyReason = 'PROTECTED_ACCOUNT' | 'OWN_ACCOUNT' | 'LAST_ADMIN';

interface Subject {
  id: string;
  username: string;
  role: string;
}

/**
 * Why an administrator may not disable an account, or undefined if allowed: not the caller's own, and not the last one that
 * can sign in, since nobody could undo it.
 */
export function denyReasonForDisable(
  callerId: string,
  subject: Subject,
  activeAdminIds: readonly string[],
): DenyReason | undefined {
  if (subject.id === callerId) return 'OWN_ACCOUNT';
  const othersLeft = activeAdminIds.some((id) => id !== subject.id);
  return subject.role === 'admin' && !othersLeft ? 'LAST_ADMIN' : undefined;
}

/**
 * Why an administrator may not delete an account: as for disabling; moreover spared are the account named 'admin'
 * (specification, section 5), and an administrator's whose name differs from it in case or whitespace only.
 */
export function denyReasonForDelete(
  callerId: string,
  subject: Subject,
  activeAdminIds: readonly string[],
): DenyReason | undefined {
  const { username, role } = subject;
  const reserved = role === 'admin' ? username.trim().toLowerCase() : username;
  if (reserved === PROTECTED_USERNAME) return 'PROTECTED_ACCOUNT';
  return denyReasonForDisable(callerId, subject, activeAdminIds);
}
