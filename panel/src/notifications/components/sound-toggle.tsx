import { useId } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { classNames } from '../../ui/class-names.ts';
import { savePreferences, withOrWithout } from '../../ui/save-preferences.ts';
import { notificationsStrings as strings } from '../notifications.strings.ts';

/** Switches the sound of new notifications on and off. */
export function SoundToggle() {
  const id = useId();
  const { sounds } = usePreferences();
  const isOn = sounds.includes('notification');
  return (
    <div className="flex items-center gap-2.5">
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        onClick={() => savePreferences({ sounds: withOrWithout(sounds, 'notification', !isOn) })}
        className={classNames(
          'flex h-6 w-10 shrink-0 cursor-pointer items-center rounded-full border px-1 transition-colors',
          isOn ? 'justify-end border-accent bg-accent' : 'border-line-strong bg-sunken',
        )}
      >
        <span aria-hidden="true" className={classNames('size-4 rounded-full', isOn ? 'bg-surface' : 'bg-ink-muted')} />
      </button>
      <label id={`${id}-label`} htmlFor={id} className="cursor-pointer text-sm">
        {strings.sound}
      </label>
    </div>
  );
}
