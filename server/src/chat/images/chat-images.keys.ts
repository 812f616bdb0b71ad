import { createHash } from 'node:crypto';

/** The folder of a user's images in the store. An id is opaque, and a folder's name is not. */
export function imageFolder(userId: string): string {
  const isPlain = /^[\w-]+$/.test(userId);
  return `chat/${isPlain ? userId : `id-${createHash('sha256').update(userId).digest('hex')}`}`;
}

export const imageKey = (userId: string, name: string): string => `${imageFolder(userId)}/${name}`;
