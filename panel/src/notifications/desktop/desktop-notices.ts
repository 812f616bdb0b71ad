import { DEFAULT_PREFERENCES, DESKTOP_KINDS, type DesktopKind } from '@hai-dang/contract/account/preferences.schema.ts';
import type { Notification as PanelNotification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { conversationPath } from '../../entities/conversation-path.ts';
import { formatNumber } from '../../lib/format.ts';
import { knownPreferences } from '../../lib/preferences.ts';
import { announceVisibility, electTab, isAnyTabVisible } from '../../lib/tabs.ts';
import { announcedStrings as strings } from '../announced.strings.ts';
import type { NewMessage } from '../messages/message-filter.ts';
import { aboutOf, liveMessageOf } from '../notification-text.ts';
import { desktopKindOf } from './desktop-kinds.ts';
import { desktopPermission, desktopSwitch } from './desktop-settings.ts';
import { isQuietNow } from './quiet-hours.ts';

const LOCK_NAME = 'hai-dang-desktop-notices';

interface Notice {
  readonly kind: DesktopKind;
  readonly title: string;
  readonly body: string;
  /** A later notice with the same tag replaces it. */
  readonly tag: string;
  readonly path: string;
}

function isWanted(kind: DesktopKind): boolean {
  const { desktopKinds, quietHours, isChildSafetyLoud } = knownPreferences.get() ?? DEFAULT_PREFERENCES;
  if (!desktopSwitch.get() || !desktopKinds.includes(kind) || desktopPermission() !== 'granted') return false;
  return (kind === 'child_safety' && isChildSafetyLoud) || !isQuietNow(quietHours, Date.now());
}

/** Where a notice of a notification leads. */
function pathOf(notification: PanelNotification): string {
  if (desktopKindOf(notification) === 'appeal') return '/admin/appeals';
  const { reports } = notification;
  return reports ? `/admin/reports/${encodeURIComponent(reports)}` : '/admin/notifications';
}

/** Several of one kind are one notice, which leads to the list. */
function noticesOf(arrived: readonly PanelNotification[]): Notice[] {
  return DESKTOP_KINDS.flatMap((kind) => {
    const items = arrived.filter((notification) => desktopKindOf(notification) === kind);
    const [newest] = items;
    if (!newest) return [];
    const isOne = items.length === 1;
    return [
      {
        kind,
        title: liveMessageOf(newest),
        body: isOne ? aboutOf(newest) : strings.andOthers(formatNumber(items.length - 1)),
        tag: isOne ? newest._id : `${kind}-${newest._id}`,
        path: isOne ? pathOf(newest) : '/admin/notifications',
      },
    ];
  });
}

/** The text of the message is left out: it is not for a locked screen. */
const noticeOf = ({ userId, name }: NewMessage): Notice => ({
  kind: 'message',
  title: strings.newMessage,
  body: name,
  tag: `message-${userId}`,
  path: conversationPath(userId),
});

export interface DesktopNotices {
  readonly showNotifications: (arrived: readonly PanelNotification[]) => void;
  readonly showMessages: (arrived: readonly NewMessage[]) => void;
  readonly end: () => void;
}

/**
 * Shows notices on the desktop while no tab of the panel is visible; one tab does it for all of them.
 * @param goTo opens a screen, for a notice that was pressed
 */
export function startDesktopNotices(goTo: (path: string) => void): DesktopNotices {
  const endAnnouncing = announceVisibility();
  const election = electTab(LOCK_NAME);

  async function show({ kind, title, body, tag, path }: Notice): Promise<void> {
    if (!election.isElected() || !isWanted(kind) || (await isAnyTabVisible())) return;
    try {
      const notice = new Notification(title, { body, tag, lang: 'vi' });
      notice.onclick = () => {
        window.focus();
        goTo(path);
        notice.close();
      };
    } catch {
      // Some browsers show notices for service workers alone.
    }
  }

  return {
    showNotifications(arrived) {
      for (const notice of noticesOf(arrived)) void show(notice);
    },
    showMessages(arrived) {
      for (const message of arrived) void show(noticeOf(message));
    },
    end() {
      endAnnouncing();
      election.leave();
    },
  };
}
