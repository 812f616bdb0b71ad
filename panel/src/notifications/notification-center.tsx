import { NOTIFICATION_TOAST_MS } from '@hai-dang/contract/constants.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from '../lib/create-store.ts';
import { formatNumber } from '../lib/format.ts';
import { setTitlePrefix } from '../lib/use-document-title.ts';
import { toast } from '../ui/toast.ts';
import { findNew, type Seen } from './new-notifications.ts';
import type { FeedView } from './notification-feed.ts';
import { type Bell, createBell, soundSwitch } from './notification-sound.ts';
import { liveMessageOf, senderOf, titleCount } from './notification-text.ts';
import { notificationsStrings as strings } from './notifications.strings.ts';
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

/** One toast for new notifications: those received while it is shown are added to its count. */
function useToast(): (arrived: readonly Notification[]) => void {
  const navigate = useNavigate();
  const current = useRef({ key: 0, count: 0 });
  return (arrived) => {
    const [newest] = arrived;
    if (!newest) return;
    const shown = current.current;
    const others = shown.count + arrived.length - 1;
    shown.count += arrived.length;
    const message = liveMessageOf(newest);
    toast.info(senderOf(newest), {
      key: `new-${shown.key}`,
      place: 'top',
      durationMs: NOTIFICATION_TOAST_MS,
      detail: others === 0 ? message : `${message} ${strings.andOthers(formatNumber(others))}`,
      onPress: () => void navigate('/admin/notifications'),
      // Later notifications need a new toast: this one is closing.
      onClose: () => {
        current.current = { key: shown.key + 1, count: 0 };
      },
    });
  };
}

function useBell(): () => void {
  const isOn = useStore(soundSwitch);
  const bell = useRef<Bell>(undefined);
  useEffect(() => {
    if (!isOn) return;
    const current = createBell();
    bell.current = current;
    return () => {
      bell.current = undefined;
      current.silence();
    };
  }, [isOn]);
  return () => bell.current?.ring();
}

/** Announces notifications on every screen of the admin area: by a toast, a sound and the tab's title. */
export function NotificationCenter() {
  const { view } = useNotifications();
  const [said, setSaid] = useState({ count: 0, text: '' });
  const show = useToast();
  const ring = useBell();

  useNewNotifications(view, (arrived) => {
    const [newest] = arrived;
    if (!newest) return;
    show(arrived);
    ring();
    const others = arrived.length - 1;
    const text = `${senderOf(newest)}: ${liveMessageOf(newest)}`;
    setSaid(({ count }) => ({
      count: count + 1,
      text: others === 0 ? text : `${text} ${strings.andOthers(formatNumber(others))}`,
    }));
  });

  const prefix = titleCount(view.unread);
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
