import { useEffect, useState } from 'react';
import { useSession } from '../lib/session.ts';
import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';

const hosts = lazyCode(() => import('./idle-hosts.tsx').then((module) => module.IdleHosts));
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

/** Without the code the bell has no count, and no decision sheet opens. */
function stayWithout(): void {}

/** Loads the notification center and the host of the decision sheet once the browser is idle. */
export function IdleParts() {
  const adminId = useSession()?.adminId;
  const [wanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  const Hosts = useLazyComponent(hosts, wanted, stayWithout);
  // The key resets the state for the next administrator.
  return Hosts ? <Hosts key={adminId} /> : null;
}
