import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';
import { OverlayHost } from '../ui/overlay-host.tsx';
import { DecisionSheetHost } from './decision-sheet-host.tsx';
import { RealtimeBridge } from './realtime-bridge.tsx';
import { ReauthenticationHost } from './reauthentication-host.tsx';
import { LinkPrefetcher } from './routing/link-prefetcher.tsx';

const center = lazyCode(() =>
  import('../notifications/notification-center.tsx').then((module) => module.NotificationCenter),
);

/** Without the code the bell has no count; the notifications screen shows the error. */
function stayWithout(): void {}

/** What every screen has and none needs for its first paint (idle-parts.tsx). */
export function IdleHosts() {
  const Center = useLazyComponent(center, true, stayWithout);
  return (
    <>
      <RealtimeBridge />
      <LinkPrefetcher />
      {Center && <Center />}
      <DecisionSheetHost />
      <OverlayHost />
      <ReauthenticationHost />
    </>
  );
}
