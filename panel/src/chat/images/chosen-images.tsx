import { useCallback } from 'react';
import { lazyCode } from '../../lib/lazy-code.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useLazyComponent } from '../../ui/lazy-component.ts';
import { toast } from '../../ui/toast.ts';
import type { Chosen } from './attachments.ts';
import { attachments } from './browser-attachments.ts';

const tray = lazyCode(() => import('./attachment-tray.tsx').then((module) => module.AttachmentTray));

interface ChosenImagesProps {
  readonly userId: string;
  readonly chosen: Chosen;
}

/** The tray of attached images; its code is loaded with the first one. */
export function ChosenImages({ userId, chosen }: ChosenImagesProps) {
  // Without the tray's code the images are not visible, so they are dropped.
  const giveUp = useCallback(() => {
    attachments.drop(userId);
    toast.error(sharedStrings.menuLoadFailed);
  }, [userId]);
  const isWanted = chosen.attachments.length > 0 || chosen.rejections.length > 0 || chosen.isReading;
  const Tray = useLazyComponent(tray, isWanted, giveUp);
  return Tray ? <Tray userId={userId} chosen={chosen} /> : null;
}
