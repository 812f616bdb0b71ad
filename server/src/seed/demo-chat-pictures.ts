import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageKey } from '../chat/chat.images.keys.ts';
import { imageAddress } from '../chat/chat.mapper.ts';
import { createImageProcessor } from '../lib/images/image-processor.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import type { DemoChats } from './demo-chats.ts';
import type { DemoPictures } from './pictures/demo-pictures.ts';

interface Needs {
  /** Rendered already. */
  pictures: Pick<DemoPictures, 'scenes'>;
  mediaDir: string;
  imageStore: ImageStore;
}

/** Makes pictures of those messages that show one, as if they had been sent; what they say goes under the picture. */
export async function addChatPictures({ shown }: Pick<DemoChats, 'shown'>, needs: Needs): Promise<void> {
  const { process } = createImageProcessor();
  for (const { message, scene } of shown) {
    const [address = ''] = needs.pictures.scenes[scene];
    const { full, preview } = await process(await readFile(path.join(needs.mediaDir, path.basename(address))));
    for (const { name, bytes } of [full, preview]) await needs.imageStore.put(imageKey(message.user_id, name), bytes);
    Object.assign(message, {
      type: 'image',
      caption: message.content,
      content: imageAddress(message.user_id, full.name),
      image_name: full.name,
      image_preview_name: preview.name,
      image_width: full.width,
      image_height: full.height,
      // Nothing was sent, so no repeat of it is ever known.
      image_source_hash: full.name,
    });
  }
}
