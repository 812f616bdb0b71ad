import { CircleCheck, CircleX, Info } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast as sonner, useSonner } from 'sonner';
import { useStore } from '../lib/create-store.ts';
import { sharedStrings } from '../lib/strings.ts';
import { pendingToasts, type Toast, takeToasts } from './toast.ts';
import { keepToastsClear, placeTopToasts } from './toast-position.ts';

/** The accessible names of the two regions in which toasts appear. */
const strings = {
  toasts: 'Thông báo',
  newNotifications: 'Thông báo mới',
} as const;

const DURATION_MS = 5_000;
const TONES = { success: sonner.success, error: sonner.error, info: sonner.info } as const;
const ICONS = {
  success: <CircleCheck className="size-5" strokeWidth={1.75} />,
  error: <CircleX className="size-5" strokeWidth={1.75} />,
  info: <Info className="size-5" strokeWidth={1.75} />,
};

/** Sonner's default. It is one array: at a new one Sonner replaces its listener, even while the key is being pressed. */
const HOTKEY = ['altKey', 'KeyT'];
const TOP = 'top';
/** In the header, whose height it does not exceed. */
const TOP_OFFSET = { top: 3, right: 'var(--toasts-right, 16px)', left: 'var(--toasts-left, 16px)' };
const TOP_STYLE = { width: 'var(--toasts-width)', minHeight: 44, maxHeight: 50 };
/** Other toasts are stacked behind the front one, with this much of their edge visible. */
const TOP_GAP_PX = 2;
const BOTTOM = 'var(--toasts-bottom, 16px)';
let made = 0;

function present(toast: Toast): void {
  const { tone, text, detail, action, secondAction, durationMs = DURATION_MS, place, key, onPress, onClose } = toast;
  made += 1;
  const id = key ?? made;
  // Before it is there: shown first and placed then, it would jump.
  if (place === 'top') placeTopToasts();
  const press =
    onPress &&
    (() => {
      sonner.dismiss(id);
      onPress();
    });
  TONES[tone](press ? <PressableText text={text} detail={detail} onPress={press} /> : text, {
    id,
    duration: durationMs,
    ...(place === 'top' && { toasterId: TOP }),
    ...(detail !== undefined && !press && { description: detail }),
    ...(action && { action }),
    ...(secondAction && { cancel: secondAction }),
    ...(onClose && { onDismiss: onClose, onAutoClose: onClose }),
  });
}

interface PressableTextProps {
  readonly text: string;
  readonly detail: string | undefined;
  readonly onPress: () => void;
}

/**
 * The whole toast is the button. Its caller announces it to screen readers, so it is not announced a second time here.
 */
function PressableText({ text, detail, onPress }: PressableTextProps) {
  return (
    <button
      type="button"
      aria-live="off"
      onClick={onPress}
      className="flex w-full cursor-pointer flex-col text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-focus"
    >
      <bdi className="max-w-full truncate">{text}</bdi>
      {detail !== undefined && <span className="line-clamp-2 font-normal">{detail}</span>}
    </button>
  );
}

const BUTTON_CLASS =
  'h-8 shrink-0 cursor-pointer rounded-md border border-current px-3 font-semibold text-sm hover:underline';
const TONE_CLASSES = {
  success: 'border-green-ink/40 bg-green-soft text-green-ink',
  error: 'border-red-ink/40 bg-red-soft text-red-ink',
  info: 'border-blue-ink/40 bg-blue-soft text-blue-ink',
  content: 'min-w-0 flex-1',
};

/** Renders the toasts. Unstyled: the colours are the design's, checked for contrast. */
export function Toaster() {
  const waiting = useStore(pendingToasts);
  const isAny = useSonner().toasts.length > 0;
  useEffect(() => {
    if (waiting.length > 0) for (const toast of takeToasts()) present(toast);
  }, [waiting]);
  useEffect(() => (isAny ? keepToastsClear() : undefined), [isAny]);
  // Sonner keeps those that are shown, and would show them again in the next session.
  useEffect(() => () => void sonner.dismiss(), []);
  return (
    <>
      <SonnerToaster
        id={TOP}
        position="top-right"
        containerAriaLabel={strings.newNotifications}
        hotkey={HOTKEY}
        icons={ICONS}
        gap={TOP_GAP_PX}
        offset={TOP_OFFSET}
        mobileOffset={TOP_OFFSET}
        toastOptions={{
          unstyled: true,
          style: TOP_STYLE,
          classNames: {
            ...TONE_CLASSES,
            toast: 'flex items-center gap-2 overflow-hidden rounded-lg border px-2 font-sans text-xs shadow-pop',
            icon: 'max-sm:hidden',
            title: 'line-clamp-2 font-semibold',
          },
        }}
      />
      <SonnerToaster
        position="bottom-right"
        containerAriaLabel={strings.toasts}
        hotkey={HOTKEY}
        icons={ICONS}
        offset={{ right: 16, bottom: BOTTOM, left: 16 }}
        mobileOffset={{ right: 12, bottom: BOTTOM, left: 12 }}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: sharedStrings.close,
          classNames: {
            ...TONE_CLASSES,
            toast: 'flex w-full items-center gap-3 rounded-lg border p-3 pl-4 font-sans text-base shadow-pop',
            title: 'font-semibold',
            actionButton: BUTTON_CLASS,
            cancelButton: BUTTON_CLASS,
          },
        }}
      />
    </>
  );
}
