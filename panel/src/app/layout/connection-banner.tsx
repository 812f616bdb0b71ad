import { useEffect, useState } from 'react';
import { useSetUpRequirement } from '../../lib/set-up-requirement.ts';
import { panelSocket, useConnectionState } from '../../lib/socket.ts';
import { appStrings } from '../app.strings.ts';

/** A shorter break is over before anybody has read of it. */
const WORTH_TELLING_AFTER_MS = 5_000;

/**
 * Says that what others do is no longer seen at once; the socket comes back by itself. A backend that has never
 * answered may have no sockets, which is no news; nor is it any where a second factor has to be set up first.
 */
export function LiveStatus() {
  const isConnected = useConnectionState() === 'connected';
  const [wasConnected, setWasConnected] = useState(false);
  const [isTold, setIsTold] = useState(false);
  if (isConnected && !wasConnected) setWasConnected(true);
  const isBarred = useSetUpRequirement() !== undefined;
  const isLost = wasConnected && !isConnected && !isBarred;
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setIsTold(true), WORTH_TELLING_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsTold(false);
    };
  }, [isLost]);

  return (
    <div role="status" className="min-w-0">
      {isTold && (
        <div className="flex flex-wrap items-center gap-x-3 rounded-md bg-amber-soft px-2 text-amber-ink text-xs">
          <p>
            <span className="max-sm:sr-only">{appStrings.notLive}</span>
            <span aria-hidden="true" className="sm:hidden">
              {appStrings.notLiveShort}
            </span>
          </p>
          <button
            type="button"
            onClick={panelSocket.reconnect}
            className="min-h-6 cursor-pointer rounded-sm font-semibold underline underline-offset-2"
          >
            {appStrings.reconnect}
          </button>
        </div>
      )}
    </div>
  );
}
