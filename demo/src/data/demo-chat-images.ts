import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { imageKey } from '../../../server/src/chat/chat.images.keys.ts';
import { imageAddress } from '../../../server/src/chat/chat.mapper.ts';
import { createImageProcessor } from '../../../server/src/lib/images/image-processor.ts';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';
import type { DemoChats } from './demo-chats.ts';
import type { DemoPictures } from '../images/demo-images.ts';

interface Needs {
  /** Rendered already. */
  pictures: Pick<DemoPictures, 'scenes'>;
  images: ImageStore;
}

/** Makes pictures of those messages that show one, as if they had been sent; what they say goes under the picture. */
export async function addChatPictures({ shown }: Pick<DemoChats, 'shown'>, needs: Needs): Promise<void> {
  const { pictures, images } = needs;
  const { process } = createImageProcessor();
  for (const { message, scene } of shown) {
    const [address = ''] = pictures.scenes[scene];
    const drawn = await images.read(path.posix.basename(address));
    if (!drawn) throw new Error(`the demo's picture ${address} is not there`);
    const { full, preview } = await process(await buffer(drawn.content));
    for (const { name, bytes } of [full, preview]) await images.put(imageKey(message.user_id, name), bytes);
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
