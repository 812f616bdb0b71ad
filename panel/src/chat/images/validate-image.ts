import { chatErrors } from '@hai-dang/contract/chat/chat.errors.ts';
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGES_PER_UPLOAD_MAX } from '@hai-dang/contract/constants.ts';
import { attachmentStrings as strings } from './attachment.strings.ts';
import { beginsLikeImage } from './image-signature.ts';

export type ReadImage =
  | {
      readonly kind: 'image';
      /** A copy: the file may change or be deleted before it is sent. */
      readonly bytes: Blob;
      /** Its object URL, to be revoked. */
      readonly url: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'rejected'; readonly reason: string };

const rejected = (reason: string): ReadImage => ({ kind: 'rejected', reason });
/** With the message that the server would send. */
const rejectedAs = (code: keyof typeof chatErrors): ReadImage => rejected(chatErrors[code][1]);

/** The displayed size of an image, without decoding more than its header. */
function sizeOf(url: string): Promise<{ width: number; height: number }> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(new TypeError('not an image'));
    image.src = url;
  });
}

/**
 * Validates a file as the server will, as far as a browser can.
 * @param count the number of images attached before
 */
export async function readImage(file: Blob, count: number): Promise<ReadImage> {
  if (count >= IMAGES_PER_UPLOAD_MAX) return rejectedAs('TOO_MANY_IMAGES');
  if (file.size > IMAGE_MAX_BYTES) return rejectedAs('IMAGE_TOO_LARGE');
  let content: ArrayBuffer;
  try {
    content = await file.arrayBuffer();
  } catch {
    // A folder, or a deleted file.
    return rejected(strings.unreadable);
  }
  if (!beginsLikeImage(new Uint8Array(content))) return rejectedAs('IMAGE_UNSUPPORTED');
  const bytes = new Blob([content], { type: file.type });
  const url = URL.createObjectURL(bytes);
  const size = await sizeOf(url).catch(() => undefined);
  if (size && size.width * size.height <= IMAGE_MAX_PIXELS) return { kind: 'image', bytes, url, ...size };
  URL.revokeObjectURL(url);
  return rejectedAs(size ? 'IMAGE_TOO_MANY_PIXELS' : 'IMAGE_UNSUPPORTED');
}
