import { RecentActionsAction, RecentActionsButton } from '../moderation/recent-actions/recent-actions-button.tsx';
import { NotificationCenter } from '../notifications/notification-center.tsx';
import { OverlayHost } from '../ui/overlay-host.tsx';
import { BulkStatusHost } from './bulk-status-host.tsx';
import { HintButton, HintHost } from './hint-host.tsx';
import { ConnectionBanner } from './layout/connection-banner.tsx';
import { QuickSearchButton, QuickSearchHost } from './quick-search-host.tsx';
import { RealtimeBridge } from './realtime-bridge.tsx';
import { ReauthenticationHost } from './reauthentication-host.tsx';
import { LinkPrefetcher } from './routing/link-prefetcher.tsx';
import { ScreenKeysHost } from './screen-keys-host.tsx';

/** Their place is in the header; the connection can be lost only after it was made. */
export const HeaderParts = () => (
  <>
    <BulkStatusHost />
    <ConnectionBanner />
    <QuickSearchButton />
    <RecentActionsButton />
    <HintButton />
  </>
);

/** The parts that every screen has and none needs for its first paint (idle-parts.tsx). */
export function IdleHosts() {
  return (
    <>
      <RealtimeBridge />
      <LinkPrefetcher />
      <NotificationCenter />
      <RecentActionsAction />
      <QuickSearchHost />
      <HintHost />
      <ScreenKeysHost />
      <OverlayHost />
      <ReauthenticationHost />
    </>
  );
}
