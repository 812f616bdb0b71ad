import { useCallback, useEffect, useState } from 'react';
import { type LazyCode, lazyCode, useLazyComponent } from '../ui/lazy-component.ts';

/** Timeout for a browser that is never idle. */
const LATEST_MS = 2_000;
/** Before code that failed to load is requested again. */
const RETRY_MS = 10_000;

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

const hosts = lazyCode(() => import('./idle-hosts.tsx').then((module) => module.IdleHosts));
const banner = lazyCode(() => import('./layout/connection-banner.tsx').then((module) => module.ConnectionBanner));

/** Loads a component once the browser is idle, and renders it then; nothing is shown before. */
function IdlePart({ code }: { readonly code: LazyCode<object> }) {
  const [step, setStep] = useState<'waiting' | 'wanted' | 'failed'>('waiting');
  const want = useCallback(() => setStep('wanted'), []);
  const onLoadFailed = useCallback(() => setStep('failed'), []);
  useEffect(() => {
    if (step === 'waiting') return whenIdle(want);
    if (step === 'wanted') return;
    const timer = setTimeout(want, RETRY_MS);
    return () => clearTimeout(timer);
  }, [step, want]);
  const Part = useLazyComponent(code, step === 'wanted', onLoadFailed);
  return Part ? <Part /> : null;
}

/** The live connection, the notification center and what else no screen needs for its first paint. */
export function IdleHosts() {
  return <IdlePart code={hosts} />;
}

/** Its place in the header: the connection can be lost only after it was made. */
export function IdleConnectionBanner() {
  return <IdlePart code={banner} />;
}
