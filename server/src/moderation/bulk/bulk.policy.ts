import { PROTECTED_USERNAME } from '@hai-dang/contract/constants.ts';

/** Whether an account is left alone by every action on many subjects: an administrator's, and the one named 'admin'. */
export const isProtected = ({ role, username }: { role: string; username: string }): boolean =>
  role === 'admin' || username.trim().toLowerCase() === PROTECTED_USERNAME;
