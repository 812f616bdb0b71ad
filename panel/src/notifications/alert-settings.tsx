import {
  DESKTOP_KINDS,
  type DesktopKind,
  MESSAGE_NOTICES,
  type Preferences,
  SOUND_KINDS,
} from '@hai-dang/contract/account/preferences.schema.ts';
import { ALERT_KINDS, type AlertKind } from '@hai-dang/contract/alerts/alerts.schema.ts';
import { useState } from 'react';
import { useStore } from '../lib/create-store.ts';
import { usePreferences } from '../lib/preferences.ts';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { classNames } from '../ui/class-names.ts';
import { savePreferences, withOrWithout } from '../ui/save-preferences.ts';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { desktopPermission, desktopSwitch, turnDesktopOn } from './desktop/desktop-settings.ts';
import { notificationsStrings as strings } from './notifications.strings.ts';
import { useIsEmailAvailable } from './use-is-email-available.ts';

const FIRST_QUIET_HOURS = { from: '22:00', until: '07:00' };

/** Notices of this browser, for which it asks for permission when they are turned on. */
function DesktopFields({ desktopKinds }: Pick<Preferences, 'desktopKinds'>) {
  const isOn = useStore(desktopSwitch);
  const [permission, setPermission] = useState(desktopPermission);
  const isShown = isOn && permission === 'granted';

  async function switchOver(isWanted: boolean): Promise<void> {
    if (!isWanted) return desktopSwitch.set(false);
    const given = await turnDesktopOn();
    setPermission(given);
    if (given !== 'granted') toast.error(strings.desktopFailed);
  }

  const choose = (kind: DesktopKind, isChosen: boolean) =>
    savePreferences({ desktopKinds: withOrWithout(desktopKinds, kind, isChosen) });

  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={strings.desktop}
        checked={isShown}
        disabled={permission === 'unsupported'}
        onChange={({ target }) => void switchOver(target.checked)}
        className="min-h-6 font-semibold"
      />
      <p className="text-ink-muted text-sm">{strings.desktopHint}</p>
      {permission === 'denied' && <p className="text-amber-ink text-sm">{strings.desktopDenied}</p>}
      {permission === 'unsupported' && <p className="text-ink-muted text-sm">{strings.desktopUnsupported}</p>}
      {isShown && (
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">{strings.desktopKinds}</legend>
          {DESKTOP_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={strings.desktopKindNames[kind]}
              checked={desktopKinds.includes(kind)}
              onChange={({ target }) => choose(kind, target.checked)}
              className="min-h-6 pl-6"
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** How messages of users and notifications are announced while the panel is open. */
function MessageFields({ messageNotices, sounds }: Pick<Preferences, 'messageNotices' | 'sounds'>) {
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{strings.userMessages}</legend>
        {MESSAGE_NOTICES.map((notice) => (
          <Checkbox
            key={notice}
            label={strings.messageNoticeNames[notice]}
            checked={messageNotices.includes(notice)}
            onChange={({ target }) =>
              savePreferences({ messageNotices: withOrWithout(messageNotices, notice, target.checked) })
            }
            className="min-h-6"
          />
        ))}
        <p className="text-ink-muted text-sm">{strings.userMessagesHint}</p>
      </fieldset>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{strings.sounds}</legend>
        {SOUND_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={strings.soundNames[kind]}
            checked={sounds.includes(kind)}
            onChange={({ target }) => savePreferences({ sounds: withOrWithout(sounds, kind, target.checked) })}
            className="min-h-6"
          />
        ))}
      </fieldset>
    </>
  );
}

function EmailFields({ emailKinds }: Pick<Preferences, 'emailKinds'>) {
  const isAvailable = useIsEmailAvailable();
  const choose = (kind: AlertKind, isChosen: boolean) =>
    savePreferences({ emailKinds: withOrWithout(emailKinds, kind, isChosen) });

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">{strings.email}</legend>
      {ALERT_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          label={strings.emailKindNames[kind]}
          checked={emailKinds.includes(kind)}
          onChange={({ target }) => choose(kind, target.checked)}
          className="min-h-6"
        />
      ))}
      {/* As high as the longer one, so that nothing below moves once it is known. */}
      <p className="grid text-ink-muted text-sm *:[grid-area:1/1]">
        <span className={classNames(isAvailable === false && 'invisible')}>{strings.emailHint}</span>
        <span className={classNames(isAvailable !== false && 'invisible')}>{strings.emailUnavailable}</span>
      </p>
    </fieldset>
  );
}

function QuietFields({ quietHours, isChildSafetyLoud }: Pick<Preferences, 'quietHours' | 'isChildSafetyLoud'>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">{strings.quietHours}</legend>
      <Checkbox
        label={strings.hasQuietHours}
        checked={quietHours !== null}
        onChange={({ target }) => savePreferences({ quietHours: target.checked ? FIRST_QUIET_HOURS : null })}
        className="min-h-6"
      />
      {quietHours && (
        <div className="flex flex-wrap gap-4">
          {(['from', 'until'] as const).map((side) => (
            <TextField
              key={side}
              type="time"
              required
              label={side === 'from' ? strings.quietFrom : strings.quietUntil}
              value={quietHours[side]}
              onChange={({ target }) => {
                // Empty while it is being typed.
                if (target.value) savePreferences({ quietHours: { ...quietHours, [side]: target.value } });
              }}
            />
          ))}
        </div>
      )}
      <Checkbox
        label={strings.childSafetyLoud}
        checked={isChildSafetyLoud}
        onChange={({ target }) => savePreferences({ isChildSafetyLoud: target.checked })}
        className="min-h-6"
      />
      <p className="text-ink-muted text-sm">{strings.quietHoursHint}</p>
    </fieldset>
  );
}

/** How an administrator who is not looking is alerted: on the desktop, by e-mail, and when not. */
export function AlertSettings() {
  const preferences = usePreferences();
  return (
    <Card size="lg" title={strings.alerts} spacing="wide">
      <p className="max-w-prose text-ink-muted text-sm">{strings.alertsHint}</p>
      <MessageFields {...preferences} />
      <DesktopFields {...preferences} />
      <EmailFields {...preferences} />
      <QuietFields {...preferences} />
    </Card>
  );
}
