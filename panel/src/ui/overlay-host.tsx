import { useEffect } from 'react';
import { useStore } from '../lib/create-store.ts';
import { lazyCode } from '../lib/lazy-code.ts';
import { isCodeMissing } from '../lib/until-loaded.ts';
import { useLazyComponent } from './lazy-component.ts';
import { Overlays } from './overlay.tsx';
import { PlainToasts } from './plain-toasts.tsx';
import { pendingToasts, takeToasts } from './toast.ts';

const toaster = lazyCode(() => import('./toaster.tsx').then((module) => module.Toaster));

/** Renders what is in front of every screen: the overlays and the toasts; their code is loaded on first use. */
export function OverlayHost() {
  const waiting = useStore(pendingToasts);
  const isCodeLost = useStore(isCodeMissing);
  // They belong to the session that has ended.
  useEffect(() => () => void takeToasts(), []);
  const Toaster = useLazyComponent(toaster, waiting.length > 0);
  return (
    <>
      <Overlays />
      {Toaster ? <Toaster /> : isCodeLost && <PlainToasts toasts={waiting} />}
    </>
  );
}
