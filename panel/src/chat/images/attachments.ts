import { createStore } from '../../lib/create-store.ts';
import type { ImageFacts } from '../outbox/outbox-storage.ts';
import { attachmentStrings as strings } from './attachment.strings.ts';
import type { ReadImage } from './validate-image.ts';

/** An attached image that is not yet sent. */
export interface Attachment extends ImageFacts {
  readonly key: number;
  readonly bytes: Blob;
  /** Its object URL. */
  readonly url: string;
}

export interface Rejection {
  readonly key: number;
  readonly name: string;
  readonly reason: string;
}

/** The files that were chosen for one conversation. */
export interface Chosen {
  readonly attachments: readonly Attachment[];
  /** Files that cannot be sent. */
  readonly rejections: readonly Rejection[];
  readonly isReading: boolean;
  readonly isSending: boolean;
}

export interface AttachmentsParts {
  /**
   * Validates a file.
   * @param count the number of images attached before
   */
  readonly read: (file: Blob, count: number) => Promise<ReadImage>;
  readonly revokeUrl: (url: string) => void;
  /**
   * Stores an image in the outbox.
   * @throws if the storage has no room for it
   */
  readonly send: (userId: string, bytes: Blob, image: ImageFacts, caption: string) => Promise<void>;
}

const NOTHING: Chosen = { attachments: [], rejections: [], isReading: false, isSending: false };

/** Attached images by conversation; they are lost with the page and at a sign-out. */
export function createAttachments({ read, revokeUrl, send }: AttachmentsParts) {
  const chosen = createStore<ReadonlyMap<string, Chosen>>(new Map());
  /** Files being read, by conversation; files chosen later are added after them. */
  const reading = new Map<string, Promise<void>>();
  let lastKey = 0;
  /** Both count up so that files still being read are dropped: for another administrator, and with those of a conversation. */
  let era = 0;
  const drops = new Map<string, number>();
  const stampOf = (userId: string) => `${era}.${drops.get(userId) ?? 0}`;

  const of = (userId: string): Chosen => chosen.get().get(userId) ?? NOTHING;

  function change(userId: string, part: Partial<Chosen>): void {
    chosen.set(new Map(chosen.get()).set(userId, { ...of(userId), ...part }));
  }

  function reject(userId: string, name: string, reason: string): void {
    lastKey += 1;
    change(userId, { rejections: [...of(userId).rejections, { key: lastKey, name, reason }] });
  }

  function remove(userId: string, key: number): void {
    const { attachments } = of(userId);
    change(userId, { attachments: attachments.filter((one) => one.key !== key) });
    const removed = attachments.find((one) => one.key === key);
    if (removed) revokeUrl(removed.url);
  }

  async function readAll(userId: string, files: readonly File[], begun: string): Promise<void> {
    for (const file of files) {
      if (stampOf(userId) !== begun) return;
      const name = file.name || strings.unnamed;
      const count = of(userId).attachments.length;
      const image = await read(file, count).catch((): ReadImage => ({ kind: 'rejected', reason: strings.unreadable }));
      if (stampOf(userId) !== begun) {
        if (image.kind === 'image') revokeUrl(image.url);
        return;
      }
      if (image.kind === 'rejected') {
        reject(userId, name, image.reason);
        continue;
      }
      lastKey += 1;
      const { bytes, url, width, height } = image;
      const attachment: Attachment = { key: lastKey, name, bytes, url, width, height };
      change(userId, { attachments: [...of(userId).attachments, attachment] });
    }
  }

  return {
    of,
    get: chosen.get,
    subscribe: chosen.subscribe,

    /** Adds the valid files, and reports why the others are rejected. */
    async add(userId: string, files: readonly File[]): Promise<void> {
      if (files.length === 0) return;
      const begun = stampOf(userId);
      if (!reading.has(userId)) change(userId, { rejections: [] });
      change(userId, { isReading: true });
      const queued = (reading.get(userId) ?? Promise.resolve()).then(() => readAll(userId, files, begun));
      reading.set(userId, queued);
      await queued;
      if (stampOf(userId) !== begun || reading.get(userId) !== queued) return;
      reading.delete(userId);
      change(userId, { isReading: false });
    },

    remove,

    /** Removes all files of a conversation, also those that are still being read. */
    drop(userId: string): void {
      drops.set(userId, (drops.get(userId) ?? 0) + 1);
      reading.delete(userId);
      for (const { key } of of(userId).attachments) remove(userId, key);
      change(userId, { rejections: [], isReading: false });
    },

    dropRejections: (userId: string): void => change(userId, { rejections: [] }),

    /**
     * Sends the attached images; those that the storage has no room for are retained.
     * @param caption of the first, perhaps ''
     * @returns whether all of them, and so the caption, were stored in the outbox
     */
    async send(userId: string, caption: string): Promise<boolean> {
      const { attachments, isSending, isReading } = of(userId);
      if (isSending || isReading || attachments.length === 0) return false;
      change(userId, { isSending: true, rejections: [] });
      let rest = caption;
      for (const { key, bytes, name, width, height } of attachments) {
        // Removed meanwhile.
        if (!of(userId).attachments.some((one) => one.key === key)) continue;
        try {
          await send(userId, bytes, { name, width, height }, rest);
          rest = '';
          remove(userId, key);
        } catch {
          reject(userId, name, strings.noRoom);
          break;
        }
      }
      change(userId, { isSending: false });
      return rest === '';
    },

    /** Removes everything, for another administrator. */
    clear(): void {
      era += 1;
      for (const { attachments } of chosen.get().values()) for (const { url } of attachments) revokeUrl(url);
      chosen.set(new Map());
      reading.clear();
    },
  };
}
