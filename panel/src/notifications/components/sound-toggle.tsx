import { useId, useSyncExternalStore } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { soundSwitch } from '../notification-sound.ts';
import { notificationsStrings as strings } from '../notifications.strings.ts';

/** Switches the sound of arrivals on and off, for all tabs of this browser. */
export function SoundToggle() {
  const id = useId();
  const isOn = useSyncExternalStore(soundSwitch.subscribe, soundSwitch.isOn);
  return (
    <div className="flex items-center gap-2.5">
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        onClick={() => soundSwitch.set(!isOn)}
        className={classNames(
          'relative h-6 w-10 shrink-0 cursor-pointer rounded-full border transition-colors',
          isOn ? 'border-accent bg-accent' : 'border-line-strong bg-sunken',
        )}
      >
        <span
          aria-hidden="true"
          className={classNames(
            'absolute top-0.75 left-0.75 size-4 rounded-full motion-safe:transition-transform',
            isOn ? 'translate-x-4 bg-on-accent' : 'bg-ink-muted',
          )}
        />
      </button>
      <label id={`${id}-label`} htmlFor={id} className="cursor-pointer text-sm">
        {strings.sound}
      </label>
    </div>
  );
}
