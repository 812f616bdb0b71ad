import { read, type Tree } from './tree.ts';

/** Whom the database takes a service account for. */
export const OWNER = 'owner';

/** The rules of docs/firebase-rules.json, which Google's servers apply; here they are said once more in code. */
export function mayRead(caller: string | null, [root, adminId, ...below]: readonly string[]): boolean {
  return caller === OWNER || (root === 'notifications' && below.length === 0 && caller !== null && caller === adminId);
}

/** Administrators may remove their own, and say whether one that is there has been read. */
export function mayWrite(caller: string | null, keys: readonly string[], before: Tree, value: Tree): boolean {
  if (caller === OWNER) return true;
  const [root, adminId, notificationId, field, ...below] = keys;
  if (root !== 'notifications' || caller === null || caller !== adminId || below.length > 0) return false;
  if (field === undefined) return value === null;
  const isThere = read(before, ['notifications', adminId, notificationId ?? '']) !== null;
  return field === 'read' && typeof value === 'boolean' && isThere;
}
