import { CircleCheck, CircleX, Info } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Toaster, toast } from 'sonner';
import { sharedStrings } from '../lib/strings.ts';
import { type Notice, waitingNotices } from './notices.ts';

const DURATION_MS = 5_000;
const TONES = { success: toast.success, error: toast.error, info: toast.info } as const;
const ICONS = {
  success: <CircleCheck className="size-5" strokeWidth={1.75} />,
  error: <CircleX className="size-5" strokeWidth={1.75} />,
  info: <Info className="size-5" strokeWidth={1.75} />,
};

function present({ tone, text, action, durationMs = DURATION_MS }: Notice): void {
  TONES[tone](text, { duration: durationMs, ...(action && { action }) });
}

/** Draws the notices. Unstyled: its colours are the design's, checked for contrast. */
export function NoticeToaster() {
  const waiting = useSyncExternalStore(waitingNotices.subscribe, waitingNotices.get);
  useEffect(() => {
    if (waiting === undefined) return;
    waitingNotices.set(undefined);
    for (const notice of waiting) present(notice);
  }, [waiting]);
  return (
    <Toaster
      position="bottom-right"
      containerAriaLabel={sharedStrings.notices}
      icons={ICONS}
      offset={16}
      mobileOffset={12}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: sharedStrings.close,
        classNames: {
          toast: 'flex w-full items-center gap-3 rounded-lg border p-3 pl-4 font-sans text-base shadow-pop',
          success: 'border-green-ink/40 bg-green-soft text-green-ink',
          error: 'border-red-ink/40 bg-red-soft text-red-ink',
          info: 'border-blue-ink/40 bg-blue-soft text-blue-ink',
          content: 'min-w-0 flex-1',
          title: 'font-semibold',
          actionButton:
            'h-8 shrink-0 cursor-pointer rounded-md border border-current px-3 font-semibold text-sm hover:underline',
        },
      }}
    />
  );
}
