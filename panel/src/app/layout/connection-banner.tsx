import { useEffect, useState } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { useSetUpRequirement } from '../../lib/set-up-requirement.ts';
import { panelSocket, useConnectionState } from '../../lib/socket.ts';
import { isCodeMissing } from '../../lib/until-loaded.ts';
import { appStrings } from '../app.strings.ts';
import { HeaderNotice } from './header-notice.tsx';

/** A shorter interruption ends before the message could be read. */
const SHOWN_AFTER_MS = 5_000;

/**
 * Says that changes by others are not shown live; the socket reconnects by itself. Not shown for a backend that has
 * never accepted a connection, which may have no sockets, nor while two-factor enrolment is required.
 */
export function ConnectionBanner() {
  const isConnected = useConnectionState() === 'connected';
  const [wasConnected, setWasConnected] = useState(false);
  const [isShown, setIsShown] = useState(false);
  if (isConnected && !wasConnected) setWasConnected(true);
  const isBarred = useSetUpRequirement() !== undefined;
  // One notice at a time: on a narrow screen there is no room for two, and missing code comes first.
  const isOther = useStore(isCodeMissing);
  const isLost = wasConnected && !isConnected && !isBarred && !isOther;
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsShown(false);
    };
  }, [isLost]);

  return (
    <div role="status" className="min-w-0">
      {isShown && (
        <HeaderNotice
          text={appStrings.notLive}
          shortText={appStrings.notLiveShort}
          action={appStrings.reconnect}
          onAction={panelSocket.reconnect}
        />
      )}
    </div>
  );
}
