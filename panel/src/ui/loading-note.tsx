import { useEffect, useState } from 'react';

/** A live region is heard only if it was there before its text; and what is fetched sooner need not be told. */
const TOLD_AFTER_MS = 150;

/** Tells a screen reader that something is being fetched; the others see a skeleton. */
export function LoadingNote({ text }: { readonly text: string }) {
  const [told, setTold] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTold(text), TOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span role="status" className="sr-only">
      {told}
    </span>
  );
}
