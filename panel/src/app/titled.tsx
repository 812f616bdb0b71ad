import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/use-document-title.ts';

interface TitledProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A screen with the title its browser tab gets. */
export function Titled({ title, children }: TitledProps) {
  useDocumentTitle(title);
  return children;
}
