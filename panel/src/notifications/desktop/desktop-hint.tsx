import { useState } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { notificationsStrings as strings } from '../notifications.strings.ts';
import { desktopPermission, desktopSwitch, turnDesktopOn } from './desktop-settings.ts';

/** Offers notices on the desktop, where they can be had and are off; else leads to their settings. */
export function DesktopHint() {
  const isOn = useStore(desktopSwitch);
  const [permission, setPermission] = useState(desktopPermission);

  async function turnOn(): Promise<void> {
    const given = await turnDesktopOn();
    setPermission(given);
    if (given === 'granted') toast.success(strings.desktopOn);
    else toast.error(strings.desktopFailed);
  }

  if (isOn || permission === 'denied' || permission === 'unsupported') {
    return <TextLink to="/admin/account">{strings.desktopSettingsLink}</TextLink>;
  }
  return (
    <TextButton className="self-start text-sm" onClick={() => void turnOn()}>
      {strings.desktopOffer}
    </TextButton>
  );
}
