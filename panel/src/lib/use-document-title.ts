import { useEffect } from 'react';
import { sharedStrings } from './strings.ts';

let title = '';
let prefix = '';

/** What the browser's tab says of a screen. */
export const documentTitle = (name: string): string => `${name} · ${sharedStrings.productName}`;

function render(): void {
  // Before the first screen has a title, that of the page stands.
  if (title !== '') document.title = prefix + title;
}

/** Puts something before the title of whichever screen is shown; '' takes it away. */
export function setTitlePrefix(text: string): void {
  prefix = text;
  render();
}

/** Names the browser's tab after the screen. */
export function useDocumentTitle(name: string): void {
  useEffect(() => {
    title = documentTitle(name);
    render();
  }, [name]);
}
