/**
 * Ignores the auto-repeats of a key until it is released: what its first press did may have moved the focus to a control
 * that they would press.
 */
export function ignoreRepeats(heldKey: string): void {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === heldKey && event.repeat) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else stop();
  }
  function onKeyUp({ key }: KeyboardEvent): void {
    if (key === heldKey) stop();
  }
  function stop(): void {
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('keyup', onKeyUp, true);
  }
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('keyup', onKeyUp, true);
}
