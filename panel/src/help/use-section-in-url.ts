import { useEffect } from 'react';
import { useLocation } from 'react-router';

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Scrolls to the section that the URL names and focuses its heading, each time a link leads there. */
export function useSectionInUrl(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when a link leads to the same section again
  useEffect(() => {
    if (hash === '') return;
    // The heading is scrolled to after the layout, which scrolls a new screen to its top.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(decoded(hash));
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
}
