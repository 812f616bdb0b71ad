import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from '../../lib/create-store.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import type { DesktopNotices } from './desktop-notices.ts';
import { desktopSwitch } from './desktop-settings.ts';

/** The notices on the desktop; their code is loaded where this browser shows them. */
export function useDesktopNotices(): RefObject<DesktopNotices | undefined> {
  const navigate = useNavigate();
  const isOn = useStore(desktopSwitch);
  const go = useEffectEvent((path: string) => void navigate(path));
  const notices = useRef<DesktopNotices>(undefined);
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    void untilLoaded(() => import('./desktop-notices.ts')).then(({ startDesktopNotices }) => {
      if (!isOver) notices.current = startDesktopNotices((path) => go(path));
    });
    return () => {
      isOver = true;
      notices.current?.end();
      notices.current = undefined;
    };
  }, [isOn]);
  return notices;
}
