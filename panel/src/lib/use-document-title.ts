import { useEffect } from 'react';
import { sharedStrings } from './strings.ts';

let title = '';
let prefix = '';

function show(): void {
  // Before the first screen has a title, that of the page stands.
  if (title !== '') document.title = prefix + title;
}

/** Puts something before the title of whichever screen is shown; '' takes it away. */
export function setTitlePrefix(text: string): void {
  prefix = text;
  show();
}

/** Names the browser's tab after the screen. */
export function useDocumentTitle(name: string): void {
  useEffect(() => {
    title = `${name} · ${sharedStrings.productName}`;
    show();
  }, [name]);
}
