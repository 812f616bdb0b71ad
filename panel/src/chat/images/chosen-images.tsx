import { useCallback } from 'react';
import { sharedStrings } from '../../lib/strings.ts';
import { lazyCode, useLazyComponent } from '../../ui/lazy-component.ts';
import { toast } from '../../ui/toast.ts';
import type { Chosen } from './attachments.ts';
import { attachments } from './browser-attachments.ts';

const tray = lazyCode(() => import('./attachment-tray.tsx').then((module) => module.AttachmentTray));

interface ChosenImagesProps {
  readonly userId: string;
  readonly chosen: Chosen;
}

/** What was chosen to be sent; its code comes when something was. */
export function ChosenImages({ userId, chosen }: ChosenImagesProps) {
  // What cannot be seen is not to be sent.
  const giveUp = useCallback(() => {
    attachments.drop(userId);
    toast.error(sharedStrings.menuLoadFailed);
  }, [userId]);
  const isWanted = chosen.attachments.length > 0 || chosen.rejections.length > 0 || chosen.isReading;
  const Tray = useLazyComponent(tray, isWanted, giveUp);
  return Tray ? <Tray userId={userId} chosen={chosen} /> : null;
}
