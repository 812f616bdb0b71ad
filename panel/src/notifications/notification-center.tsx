import type { SoundKind } from '@hai-dang/contract/account/preferences.schema.ts';
import { NOTIFICATION_TOAST_MS } from '@hai-dang/contract/constants.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { conversationPath } from '../entities/conversation-path.ts';
import { formatNumber } from '../lib/format.ts';
import { usePreferences } from '../lib/preferences.ts';
import { untilLoaded } from '../lib/until-loaded.ts';
import { setTitlePrefix } from '../lib/use-document-title.ts';
import { toast } from '../ui/toast.ts';
import { announcedStrings as strings } from './announced.strings.ts';
import { useDesktopNotices } from './desktop/use-desktop-notices.ts';
import { useNewMessages } from './messages/use-new-messages.ts';
import { findNew, type Seen } from './new-notifications.ts';
import type { FeedView } from './notification-feed.ts';
import type { Bell } from './notification-sound.ts';
import { liveMessageOf, senderOf, titleCount } from './notification-text.ts';
import { useNotifications } from './use-notifications.ts';

/** Calls back with the notifications received since the first list, each once. */
function useNewNotifications(
  { status, notifications }: FeedView,
  onNew: (arrived: readonly Notification[]) => void,
): void {
  const seen = useRef<Seen>(undefined);
  const notify = useEffectEvent(onNew);
  useEffect(() => {
    if (status !== 'ready') return;
    const noted = findNew(seen.current, notifications);
    seen.current = noted.seen;
    if (noted.arrived.length > 0) notify(noted.arrived);
  }, [status, notifications]);
}

interface Announcement {
  readonly title: string;
  readonly text: string;
  /** How many further ones it stands for. */
  readonly others: number;
  readonly path: string;
}

/** One toast for what is new: what comes while it is shown is added to its count. */
function useToast(name: string, othersText: (count: string) => string): (announcement: Announcement) => void {
  const navigate = useNavigate();
  const current = useRef({ key: 0, count: 0 });
  return ({ title, text, others, path }) => {
    const shown = current.current;
    const before = shown.count + others;
    shown.count = before + 1;
    toast.info(title, {
      key: `${name}-${shown.key}`,
      place: 'top',
      durationMs: NOTIFICATION_TOAST_MS,
      detail: before === 0 ? text : `${text} ${othersText(formatNumber(before))}`,
      onPress: () => void navigate(path),
      // Later ones need a new toast: this one is closing.
      onClose: () => {
        current.current = { key: shown.key + 1, count: 0 };
      },
    });
  };
}

/** @returns plays the sound for new notifications or messages, if it is wanted */
function useBell(): (kind: SoundKind) => void {
  const { sounds } = usePreferences();
  const isOn = sounds.length > 0;
  const bell = useRef<Bell>(undefined);
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    void untilLoaded(() => import('./notification-sound.ts')).then(({ createBell }) => {
      if (!isOver) bell.current = createBell();
    });
    return () => {
      isOver = true;
      bell.current?.silence();
      bell.current = undefined;
    };
  }, [isOn]);
  return (kind) => {
    if (sounds.includes(kind)) bell.current?.ring();
  };
}

/** Announces notifications and messages on every screen of the admin area: by toasts, sounds and the tab's title. */
export function NotificationCenter() {
  const { view } = useNotifications();
  const { messageNotices } = usePreferences();
  const [said, setSaid] = useState({ count: 0, text: '' });
  const showNotifications = useToast('new', strings.andOthers);
  const showMessages = useToast('message', strings.andOtherMessages);
  const ring = useBell();
  const desktop = useDesktopNotices();

  const say = (text: string) => setSaid(({ count }) => ({ count: count + 1, text }));

  useNewNotifications(view, (arrived) => {
    const [newest] = arrived;
    if (!newest) return;
    desktop.current?.showNotifications(arrived);
    const others = arrived.length - 1;
    const [title, text] = [senderOf(newest), liveMessageOf(newest)];
    showNotifications({ title, text, others, path: '/admin/notifications' });
    ring('notification');
    say(others === 0 ? `${title}: ${text}` : `${title}: ${text} ${strings.andOthers(formatNumber(others))}`);
  });

  const unseen = useNewMessages((messages, isChatShown) => {
    const newest = messages.at(-1);
    if (!newest) return;
    desktop.current?.showMessages(messages);
    ring('message');
    if (isChatShown || !messageNotices.includes('toast')) return;
    const others = messages.length - 1;
    showMessages({ title: newest.name, text: newest.text, others, path: conversationPath(newest.userId) });
    say(`${strings.newMessage}: ${newest.name}`);
  });

  const prefix = titleCount(view.unread + (messageNotices.includes('title') ? unseen : 0));
  useEffect(() => {
    setTitlePrefix(prefix);
    return () => setTitlePrefix('');
  }, [prefix]);

  return (
    // The same text twice is two notifications: each is a new element.
    <p aria-live="polite" className="sr-only">
      <span key={said.count}>{said.text}</span>
    </p>
  );
}
