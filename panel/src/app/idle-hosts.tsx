import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';
import { DecisionSheetHost } from './decision-sheet-host.tsx';

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
      {Center && <Center />}
      <DecisionSheetHost />
    </>
  );
}
