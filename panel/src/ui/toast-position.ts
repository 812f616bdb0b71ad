import { throttle } from '../lib/throttle.ts';
import { BOTTOM_BAR_PROPERTY } from './bottom-bar.ts';

const TOP_WIDTH_PX = 356;
const EDGE_PX = 16;
const GAP_PX = 8;
/** Delay after the last pointer move, scroll or screen change before toasts move. */
const SETTLED_AFTER_MS = 100;
/** Toasts at the bottom stay below this fraction of the window's height. */
const HIGHEST = 0.3;
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="switch"]';
const TOASTER = '[data-sonner-toaster][data-y-position="bottom"]';

interface Box {
  readonly top: number;
  readonly bottom: number;
}

/**
 * How far above the window's bottom a box must be placed so that it covers no control: the lowest such position.
 * @param lowest the position if there is no control in the way
 * @returns undefined where there is no such position below `highestTop`
 */
export function freeBottom(
  controls: readonly Box[],
  box: { readonly height: number; readonly windowHeight: number; readonly lowest: number; readonly highestTop: number },
): number | undefined {
  let bottom = box.windowHeight - box.lowest;
  for (const control of controls.toSorted((one, other) => other.bottom - one.bottom)) {
    const isClear = control.top >= bottom || control.bottom <= bottom - box.height;
    if (!isClear) bottom = control.top - GAP_PX;
  }
  return bottom - box.height < box.highestTop ? undefined : box.windowHeight - bottom;
}

const set = (name: string, px: number): void =>
  document.documentElement.style.setProperty(`--toasts-${name}`, `${Math.round(px)}px`);

/** Where toasts at the top appear: in the part of the header without controls, at its right. */
export function placeTopToasts(): void {
  const free = document.querySelector('[data-toasts]')?.getBoundingClientRect();
  if (!free) return;
  const width = Math.min(TOP_WIDTH_PX, free.width);
  set('width', width);
  set('left', free.right - width);
  set('right', document.documentElement.clientWidth - free.right);
}

/** Over text and empty space rather than over controls, where possible. */
function placeBottom(): void {
  const toaster = document.querySelector<HTMLElement>(TOASTER);
  const toast = toaster?.querySelector<HTMLElement>('[data-front="true"]');
  // The user is about to press it.
  if (!toaster || !toast || toaster.matches(':hover, :focus-within')) return;
  const { left, right } = toast.getBoundingClientRect();
  const bar = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(BOTTOM_BAR_PROPERTY)) || 0;
  const controls: Box[] = [];
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    const box = control.getBoundingClientRect();
    const isBeside = box.right <= left || box.left >= right || box.height === 0;
    if (!isBeside && !toaster.contains(control)) controls.push(box);
  }
  const windowHeight = window.innerHeight;
  const size = { height: toast.offsetHeight + GAP_PX, windowHeight, highestTop: windowHeight * HIGHEST };
  const lowest = EDGE_PX + bar;
  const present = windowHeight - toaster.getBoundingClientRect().bottom;
  // It does not move without need: the user may be aiming at it.
  if (freeBottom(controls, { ...size, lowest: present }) === present) return;
  set('bottom', freeBottom(controls, { ...size, lowest }) ?? lowest);
}

/**
 * Keeps toasts off controls while they are shown.
 * @returns ends that
 */
export function keepToastsClear(): () => void {
  const place = () => {
    placeTopToasts();
    placeBottom();
  };
  const onChange = throttle(place, SETTLED_AFTER_MS);
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  const listening = { capture: true, passive: true };
  for (const event of ['scroll', 'resize'] as const) window.addEventListener(event, onChange, listening);
  place();
  return () => {
    onChange.cancel();
    observer.disconnect();
    for (const event of ['scroll', 'resize'] as const) window.removeEventListener(event, onChange, listening);
  };
}
