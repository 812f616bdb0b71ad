import { type Action, useMountedActions } from '../lib/actions.ts';
import { useShortcutsOn } from '../lib/shortcut-keys.ts';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { KeyHint } from './key-hint.tsx';
import { Modal } from './modal.tsx';
import type { OverlayProps } from './overlay.tsx';
import { savePreferences } from './save-preferences.ts';

const strings = { title: 'Phím tắt', useShortcuts: 'Bật phím tắt' } as const;

/** Groups keys by their help text. */
function toLines(actions: readonly Action[]): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = new Map<string, Set<string>>();
  for (const { key, label, help = label } of actions) {
    if (key !== undefined) lines.set(help, (lines.get(help) ?? new Set()).add(key));
  }
  return lines;
}

/** Lists what each key does, with the switch that turns single keys off (WCAG 2.1.4). */
export function ShortcutHelp({ onClose }: OverlayProps<void>) {
  const on = useShortcutsOn();
  const lines = toLines(useMountedActions());
  return (
    <Modal title={strings.title} onDismiss={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {Array.from(lines, ([text, keys]) => (
          <div key={text} className="contents">
            <dt className="flex gap-1">
              {Array.from(keys, (key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={strings.useShortcuts}
        checked={on}
        onChange={({ target }) => savePreferences({ hasShortcuts: target.checked })}
        className="min-h-9 border-line border-t pt-3"
      />
      <div className="flex justify-end">
        <Button variant="primary" data-initial-focus onClick={onClose}>
          {sharedStrings.close}
        </Button>
      </div>
    </Modal>
  );
}
