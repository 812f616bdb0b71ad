import { useEffect, useSyncExternalStore } from 'react';
import { outgoingBytes } from './browser-outbox.ts';
import { onPersonGone } from './person-change.ts';
import { createPictureShelf, type ShownPicture } from './picture-shelf.ts';
import { fetchPicture } from './pictures.api.ts';

const IDLE_MAX_BYTES = 24 * 1024 * 1024;
const OUTGOING = 'outgoing:';

/** The name under which a picture is known that this browser sends, also when it has arrived. */
export const outgoingKey = (tempId: string): string => OUTGOING + tempId;

async function load(key: string, signal: AbortSignal): Promise<Blob> {
  if (!key.startsWith(OUTGOING)) return fetchPicture(key, signal);
  const bytes = await outgoingBytes(key.slice(OUTGOING.length));
  if (!bytes) throw new Error('not in the outbox any more');
  return bytes;
}

/** The chat's pictures, by their addresses or their outgoing keys. */
export const pictures = createPictureShelf({
  load,
  idleMaxBytes: IDLE_MAX_BYTES,
  createUrl: (picture) => URL.createObjectURL(picture),
  revokeUrl: (url) => URL.revokeObjectURL(url),
});
onPersonGone(pictures.clear);

/** A picture as long as the component stands. */
export function usePicture(key: string): ShownPicture {
  useEffect(() => pictures.want(key), [key]);
  return useSyncExternalStore(pictures.subscribe, () => pictures.get(key));
}
