import { browserStorage } from '../../lib/browser-storage.ts';
import { createExternalStore, type WritableStore } from '../../lib/create-store.ts';

/** Stored in this browser, for all its tabs: the permission is the browser's, too. */
const STORAGE_KEY = 'desktopNotices';
const ON = 'on';

const stored = createExternalStore(
  () => browserStorage.get(STORAGE_KEY) === ON,
  (notify) => {
    function onStorage({ key }: StorageEvent): void {
      if (key === null || key === STORAGE_KEY) notify();
    }
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },
);

/** Whether this browser shows notices on the desktop; off until it is turned on. Of which kinds is a preference. */
export const desktopSwitch: WritableStore<boolean> = {
  ...stored,
  set(isOn) {
    if (isOn) browserStorage.set(STORAGE_KEY, ON);
    else browserStorage.remove(STORAGE_KEY);
    stored.notify();
  },
};

/** Whether the browser can show notices, and lets this page do so. */
export function desktopPermission(): NotificationPermission | 'unsupported' {
  // A page without TLS has neither.
  if (!('Notification' in window) || !navigator.locks) return 'unsupported';
  return Notification.permission;
}

/**
 * Turns notices on; the browser asks for permission, so call it only for a press.
 * @returns the permission that the administrator has given
 */
export async function turnDesktopOn(): Promise<NotificationPermission | 'unsupported'> {
  if (desktopPermission() === 'unsupported') return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission === 'granted') desktopSwitch.set(true);
  return permission;
}
