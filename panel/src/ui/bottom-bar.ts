/** The height of a bar at the window's bottom; toasts are placed above it (toast-position.ts). */
export const BOTTOM_BAR_PROPERTY = '--bottom-bar';
const GAP_PX = 16;
/** Room for the outline of what has the focus. */
const FOCUS_GAP_PX = 8;

/**
 * Ref for a bar at the bottom of the window: keeps toasts above it, whatever its height, while it is shown.
 * @returns ends that
 */
export function keepToastsAbove(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (bar.offsetHeight > 0) style.setProperty(BOTTOM_BAR_PROPERTY, `${bar.offsetHeight + GAP_PX}px`);
    else style.removeProperty(BOTTOM_BAR_PROPERTY);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(BOTTOM_BAR_PROPERTY);
  };
}

/**
 * Ref for a foot that sticks to the bottom of a dialog: what gets the focus is scrolled to above it, whatever its height.
 * @returns ends that
 */
export function keepFocusAbove(foot: HTMLElement): () => void {
  const style = foot.closest('dialog')?.style;
  const observer = new ResizeObserver(() =>
    style?.setProperty('scroll-padding-bottom', `${foot.offsetHeight + FOCUS_GAP_PX}px`),
  );
  observer.observe(foot);
  return () => {
    observer.disconnect();
    style?.removeProperty('scroll-padding-bottom');
  };
}
