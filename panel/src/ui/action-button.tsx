import type { Action } from '../lib/actions.ts';
import { useShortcutsOn } from '../lib/shortcut-keys.ts';
import { Button, type ButtonProps } from './button.tsx';
import { KeyHint } from './key-hint.tsx';

interface ActionButtonProps extends Omit<ButtonProps, 'children'> {
  readonly action: Pick<Action, 'label' | 'icon' | 'key' | 'isDangerous' | 'run'>;
  /** Prints the action's key on the button. */
  readonly showsKey?: boolean;
}

/** A button for an action; one that is dangerous is outlined. */
export function ActionButton({ action, showsKey = false, ...button }: ActionButtonProps) {
  const { label, icon: Icon, isDangerous, run } = action;
  return (
    <Button variant={isDangerous ? 'danger-outline' : 'secondary'} onClick={run} {...button}>
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />}
      {showsKey ? (
        <>
          <span className="min-w-0 truncate">{label}</span>
          {action.key !== undefined && <ActionKey>{action.key}</ActionKey>}
        </>
      ) : (
        label
      )}
    </Button>
  );
}

/** A key on a button; nothing while shortcuts are turned off. */
function ActionKey({ children }: { readonly children: string }) {
  return useShortcutsOn() ? <KeyHint hidden>{children}</KeyHint> : null;
}
