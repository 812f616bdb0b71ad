import { useEffect, useState } from 'react';
import { outgoingBytes } from './browser-outbox.ts';

/** The object URL of a pending image; undefined until it is loaded. */
export function useOutgoingUrl(tempId: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isGone = false;
    let made: string | undefined;
    void outgoingBytes(tempId).then((bytes) => {
      if (isGone || !bytes) return;
      made = URL.createObjectURL(bytes);
      setUrl(made);
    });
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [tempId]);
  return url;
}
