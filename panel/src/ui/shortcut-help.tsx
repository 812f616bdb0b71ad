import { sharedStrings } from '../lib/strings.ts';
import { setShortcutsOn, useShortcutsOn } from '../lib/use-shortcuts.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { shortcutHelpStrings } from './shortcut-help.strings.ts';
import type { ShortcutHelpProps } from './use-shortcut-help.tsx';

/** What each key does, with the switch that turns single keys off (WCAG 2.1.4). */
export function ShortcutHelp({ entries, onDismiss }: ShortcutHelpProps) {
  const on = useShortcutsOn();
  return (
    <Modal title={sharedStrings.shortcuts} onDismiss={onDismiss}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {entries.map(({ keys, text }) => (
          <div key={text} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-mono text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 border-line border-t pt-3">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => setShortcutsOn(event.target.checked)}
          className="size-4 accent-accent"
        />
        {shortcutHelpStrings.useShortcuts}
      </label>
      <div className="flex justify-end">
        <Button variant="primary" data-initial-focus onClick={onDismiss}>
          {sharedStrings.close}
        </Button>
      </div>
    </Modal>
  );
}
