import { CircleCheck, CircleX, Info } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Toaster, toast } from 'sonner';
import { sharedStrings } from '../lib/strings.ts';
import { BOTTOM_BAR_PROPERTY } from './bottom-bar.ts';
import { type Notice, waitingNotices } from './notices.ts';

const DURATION_MS = 5_000;
const TONES = { success: toast.success, error: toast.error, info: toast.info } as const;
const ICONS = {
  success: <CircleCheck className="size-5" strokeWidth={1.75} />,
  error: <CircleX className="size-5" strokeWidth={1.75} />,
  info: <Info className="size-5" strokeWidth={1.75} />,
};

/** Below the header, whose buttons stay free. */
const TOP_PX = 68;
const GAP_PX = 12;
const TOP_PROPERTY = '--notices-top';
const top = `var(${TOP_PROPERTY}, ${TOP_PX}px)`;
const aboveBottomBar = (px: number) => `calc(${px}px + var(${BOTTOM_BAR_PROPERTY}, 0px))`;
let made = 0;

/** Below what stands under the header and has buttons of its own, where there is such a bar: `data-notices-below`. */
function makeRoomAbove(): void {
  const bar = document.querySelector('[data-notices-below]');
  const bottom = bar ? bar.getBoundingClientRect().bottom + GAP_PX : 0;
  document.documentElement.style.setProperty(TOP_PROPERTY, `${Math.max(TOP_PX, bottom)}px`);
}

function present(notice: Notice): void {
  const { tone, text, detail, action, durationMs = DURATION_MS, place, key, onPress, onGone } = notice;
  made += 1;
  makeRoomAbove();
  const id = key ?? made;
  const press =
    onPress &&
    (() => {
      toast.dismiss(id);
      onPress();
    });
  TONES[tone](press ? <PressableText text={text} detail={detail} onPress={press} /> : text, {
    id,
    duration: durationMs,
    ...(place === 'top' && { position: 'top-right' }),
    ...(detail !== undefined && !press && { description: detail }),
    ...(action && { action }),
    ...(onGone && { onDismiss: onGone, onAutoClose: onGone }),
  });
}

interface PressableTextProps {
  readonly text: string;
  readonly detail: string | undefined;
  readonly onPress: () => void;
}

/** The whole notice is the target. Whoever shows such a notice has it read out as well, so that it is not read twice. */
function PressableText({ text, detail, onPress }: PressableTextProps) {
  return (
    <button
      type="button"
      aria-live="off"
      onClick={onPress}
      className="flex w-full cursor-pointer flex-col text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-focus"
    >
      <bdi className="max-w-full truncate">{text}</bdi>
      {detail !== undefined && <span className="font-normal text-sm">{detail}</span>}
    </button>
  );
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
      offset={{ top, right: 16, bottom: aboveBottomBar(16), left: 16 }}
      mobileOffset={{ top, right: 12, bottom: aboveBottomBar(12), left: 12 }}
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
