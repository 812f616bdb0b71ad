import type { ClientBase } from 'pg';
import { imageKey } from '../../chat/images/chat-images.keys.ts';

const READ_BATCH_SIZE = 1_000;

/** URLs of our own images, anywhere in a text. */
const MEDIA_URL = "'/media/((?:evidence/)?[a-f0-9-]{8,64}\\.webp)'";

/** Every image that a row references, once: those of the chat with their user, the others with their key. */
const REFERENCED_IMAGES = `
  select owner, name from (
    select user_id as owner, image_name as name from messages where image_name is not null
    union select user_id, image_preview_name from messages where image_preview_name is not null
    union select null, found[1] from (
      select avatar_url as text from users
      union all select sender_avatar_url from notifications
      union all select sender_avatar_url from announcements
      union all select content from messages where type = 'image' and image_name is null
      union all select unnest(image_urls) from posts
      union all select unnest(image_urls) from travel_posts
      union all select content::text from report_snapshots
    ) texts, regexp_matches(text, ${MEDIA_URL}, 'g') as found
  ) named order by owner collate "C", name collate "C"`;

/**
 * The keys of all images that rows name, as the transaction sees them; a few at a time are in memory.
 * @param client in a transaction
 */
export async function* referencedImages(client: ClientBase): AsyncGenerator<string> {
  await client.query(`declare named_images no scroll cursor for ${REFERENCED_IMAGES}`);
  for (;;) {
    const { rows } = await client.query<{ owner: string | null; name: string }>(
      `fetch ${READ_BATCH_SIZE} from named_images`,
    );
    for (const { owner, name } of rows) yield owner === null ? name : imageKey(owner, name);
    if (rows.length < READ_BATCH_SIZE) return;
  }
}
