import { NotificationCenter } from '../notifications/notification-center.tsx';
import { DecisionSheetHost } from './decision-sheet-host.tsx';

/** What every screen has and none needs for its first paint (idle-parts.tsx). */
export function IdleHosts() {
  return (
    <>
      <NotificationCenter />
      <DecisionSheetHost />
    </>
  );
}
