import { sendImage, sendImageAsUser, sendMultipleImages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { ChatImages } from './chat-images.service.ts';

export function registerChatImagesRoutes(mount: Mount, images: ChatImages): void {
  mount(sendImage, async ({ params, body, files, caller }) => ({
    success: true,
    data: await images.sendImageAsAdmin({ ...params, ...body }, files, caller),
  }));

  mount(sendMultipleImages, async ({ params, body, files, caller }) => ({
    success: true,
    data: await images.sendImagesAsAdmin({ ...params, ...body }, files, caller),
  }));

  mount(sendImageAsUser, async ({ body, files, caller }) => ({
    success: true,
    data: await images.sendImageAsUser(body, files, caller),
  }));
}
