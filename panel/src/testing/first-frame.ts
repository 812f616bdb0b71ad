import { onTestFinished } from 'vitest';

/**
 * Runs something at the moment at which an element is in the document: after the change that adds it, before it is painted.
 * Nobody acts sooner on what they see.
 */
export function whenAdded(selector: string, run: () => void): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    run();
  });
  observer.observe(document, { subtree: true, childList: true });
  onTestFinished(() => observer.disconnect());
}

/** Presses a key where no element has the focus. */
export function press(key: string, modifiers: KeyboardEventInit = {}): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }));
}
