import { createFirebaseToken } from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { FirebaseService } from './firebase.service.ts';

export function registerFirebaseRoutes(mount: Mount, firebase: FirebaseService): void {
  mount(createFirebaseToken, async ({ caller }) => ({
    success: true,
    data: { token: await firebase.createFirebaseToken(caller) },
  }));
}
