import { useEffect } from 'react';
import { sharedStrings } from './strings.ts';

let title = '';
let prefix = '';

/** The title of the browser's tab for a screen. */
export const documentTitle = (name: string): string => `${name} · ${sharedStrings.productName}`;

function render(): void {
  // Until the first screen sets a title, the page's own stays.
  if (title !== '') document.title = prefix + title;
}

/** Sets a prefix of the title on every screen; '' removes it. */
export function setTitlePrefix(text: string): void {
  prefix = text;
  render();
}

/** Sets the title of the browser's tab to the screen's. */
export function useDocumentTitle(name: string): void {
  useEffect(() => {
    title = documentTitle(name);
    render();
  }, [name]);
}
