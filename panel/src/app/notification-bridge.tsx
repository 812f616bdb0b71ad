import { useEffect, useState } from 'react';
import { useSession } from '../lib/session.ts';
import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';

const center = lazyCode(() =>
  import('../notifications/notification-center.tsx').then((module) => module.NotificationCenter),
);
/** A browser that is never idle gets it then. */
const LATEST_MS = 2_000;

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** Without it the bell stays without a count; the notifications' own screen says what is wrong. */
function stayWithout(): void {}

/** Fetches what tells of notifications once the browser has nothing better to do. */
export function NotificationBridge() {
  const adminId = useSession()?.adminId;
  const [wanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  const Center = useLazyComponent(center, wanted, stayWithout);
  // Whoever signs in next starts anew.
  return Center ? <Center key={adminId} /> : null;
}
