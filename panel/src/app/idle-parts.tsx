import { useCallback, useEffect, useState } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import { type LazyCode, lazyCode, useLazyComponent } from '../ui/lazy-component.ts';

/** Timeout for a browser that is never idle. */
const LATEST_MS = 2_000;
/** Before code that failed to load is requested again. */
const RETRY_MS = 10_000;

const idleHosts = () => import('./idle-hosts.tsx');
const hosts = lazyCode(() => idleHosts().then((module) => module.IdleHosts));
const recentActions = lazyCode(() => idleHosts().then((module) => module.RecentActions));
const headerParts = lazyCode(() => idleHosts().then((module) => module.HeaderParts));

/** Loads a component once the browser is idle, and renders it then; nothing is shown before. */
function IdlePart({ code }: { readonly code: LazyCode<object> }) {
  const [step, setStep] = useState<'waiting' | 'wanted' | 'failed'>('waiting');
  const want = useCallback(() => setStep('wanted'), []);
  const onLoadFailed = useCallback(() => setStep('failed'), []);
  useEffect(() => {
    if (step === 'waiting') return whenIdle(want, LATEST_MS);
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

/** In the header: an action on many subjects that runs on, what is said of the connection, the buttons of the palette and of the hint. */
export function IdleHeaderParts() {
  return <IdlePart code={headerParts} />;
}

/** Below the navigation: nothing can be undone before something was done. */
export function IdleRecentActions() {
  return <IdlePart code={recentActions} />;
}
