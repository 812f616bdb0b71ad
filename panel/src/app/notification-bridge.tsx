import { useEffect, useState } from 'react';
import { useSession } from '../lib/session.ts';
import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';

const center = lazyCode(() =>
  import('../notifications/notification-center.tsx').then((module) => module.NotificationCenter),
);
/** Timeout for a browser that is never idle. */
const LATEST_MS = 2_000;

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** Without the code the bell has no count; the notifications screen shows the error. */
function stayWithout(): void {}

/** Loads the notification center once the browser is idle. */
export function NotificationBridge() {
  const adminId = useSession()?.adminId;
  const [wanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  const Center = useLazyComponent(center, wanted, stayWithout);
  // The key resets the state for the next administrator.
  return Center ? <Center key={adminId} /> : null;
}
