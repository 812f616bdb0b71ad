import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import type { ViewerImage } from '../ui/image-viewer.tsx';
import { conversationStrings as strings } from './conversation.strings.ts';
import { keptPicture } from './picture-address.ts';
import { fetchPicture } from './pictures.api.ts';

/** A picture of the conversation, whole, for the viewer. */
export function toViewerImage({ content, caption }: ChatMessage): ViewerImage {
  const alt = caption?.trim() ? caption : strings.image;
  if (!keptPicture(content)) return { src: content, alt };
  return { src: content, alt, load: (signal) => fetchPicture(content, signal) };
}
