import { useEffect } from 'react';
import { createStore, useStore } from '../lib/create-store.ts';
import { untilLoaded } from '../lib/until-loaded.ts';
import { whenIdle } from '../lib/when-idle.ts';

/** Timeout for a browser that is never idle. */
const LATEST_MS = 2_000;

const load = () => import('./idle-hosts.tsx');
type Parts = Awaited<ReturnType<typeof load>>;
/** In one store, so that all parts appear in one commit: a key that the header shows is bound by a host elsewhere. */
const parts = createStore<Parts | undefined>(undefined);

/** Loads a component once the browser is idle, and renders it then; nothing is shown before. */
function IdlePart({ name }: { readonly name: keyof Parts }) {
  useEffect(() => whenIdle(() => void untilLoaded(load).then(parts.set), LATEST_MS), []);
  const Part = useStore(parts)?.[name];
  return Part ? <Part /> : null;
}

/** The live connection, the notification center and what else no screen needs for its first paint. */
export function IdleHosts() {
  return <IdlePart name="IdleHosts" />;
}

/** In the header: an action on many subjects that runs on, what is said of the connection, the buttons of the palette and of the hint. */
export function IdleHeaderParts() {
  return <IdlePart name="HeaderParts" />;
}

/** Below the navigation: nothing can be undone before something was done. */
export function IdleRecentActions() {
  return <IdlePart name="RecentActions" />;
}
