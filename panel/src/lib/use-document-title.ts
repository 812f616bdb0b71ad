import { useEffect } from 'react';
import { sharedStrings } from './strings.ts';

/** Names the browser's tab after the screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${sharedStrings.productName}`;
  }, [title]);
}
