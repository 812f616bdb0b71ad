/** How much of the window's bottom a bar takes; toasts stand above it (toast-position.ts). */
export const BOTTOM_BAR_PROPERTY = '--bottom-bar';
const GAP_PX = 16;

/**
 * Keeps toasts off a bar at the bottom of the window, whatever its height: a ref for the bar.
 * @returns ends that
 */
export function keepToastsAbove(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(BOTTOM_BAR_PROPERTY, `${bar.offsetHeight + GAP_PX}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(BOTTOM_BAR_PROPERTY);
  };
}
