import { useEffect, useState } from 'react';

/** A live region is only read out if it was there before its text; a shorter wait needs no announcement. */
const ANNOUNCED_AFTER_MS = 150;

/** Announces to screen readers that something is loading; sighted users see a skeleton. */
export function LoadingNote({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span role="status" className="sr-only">
      {announced}
    </span>
  );
}
