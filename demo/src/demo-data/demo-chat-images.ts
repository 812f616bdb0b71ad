import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { imageKey } from '../../../server/src/chat/images/chat-images.keys.ts';
import { imageUrl } from '../../../server/src/chat/messages/messages.mapper.ts';
import { createImageProcessor } from '../../../server/src/lib/images/image-processor.ts';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';
import type { DemoImages } from '../images/demo-images.ts';
import type { DemoChats } from './demo-chats.ts';

interface ChatImagesOptions {
  /** Already stored. */
  demoImages: Pick<DemoImages, 'scenes'>;
  images: ImageStore;
}

/** Turns the messages of `withImages` into images, stored as if sent; their text becomes the caption. */
export async function addChatImages(
  { withImages }: Pick<DemoChats, 'withImages'>,
  options: ChatImagesOptions,
): Promise<void> {
  const { demoImages, images } = options;
  const { process } = createImageProcessor();
  for (const { message, scene } of withImages) {
    const [url = ''] = demoImages.scenes[scene];
    const stored = await images.read(path.posix.basename(url));
    if (!stored) throw new Error(`the demo image ${url} is not stored`);
    const { full, preview } = await process(await buffer(stored.content));
    for (const { name, bytes } of [full, preview]) await images.put(imageKey(message.user_id, name), bytes);
    Object.assign(message, {
      type: 'image',
      caption: message.content,
      content: imageUrl(message.user_id, full.name),
      image_name: full.name,
      image_preview_name: preview.name,
      image_width: full.width,
      image_height: full.height,
      // The image was not uploaded: no later upload may count as a repeat of it.
      image_source_hash: full.name,
    });
  }
}
