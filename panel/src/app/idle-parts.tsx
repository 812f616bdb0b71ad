import { lazyCode } from '../lib/lazy-code.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { laterPart } from '../ui/lazy-component.ts';

/** Timeout for a browser that is never idle. */
const LATEST_MS = 2_000;

const hosts = lazyCode(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve, LATEST_MS));
  return import('./idle-hosts.tsx');
});

// One load for all, so that they appear in one commit: a key that the header shows is bound by a host elsewhere.
/** The live connection, the notification center and what else no screen needs for its first paint. */
export const IdleHosts = laterPart(async () => (await hosts.load()).IdleHosts);

/** In the header: an action on many subjects that runs on, what is said of the connection, the buttons of the palette, of what was just done and of the hint. */
export const IdleHeaderParts = laterPart(async () => (await hosts.load()).HeaderParts);
