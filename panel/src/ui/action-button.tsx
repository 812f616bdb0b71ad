import type { Action } from '../lib/actions.ts';
import { Button, type ButtonProps } from './button.tsx';

interface ActionButtonProps extends Omit<ButtonProps, 'children'> {
  readonly action: Pick<Action, 'label' | 'icon' | 'isDangerous' | 'run'>;
}

export function ActionButton({ action: { label, icon: Icon, isDangerous, run }, ...button }: ActionButtonProps) {
  return (
    <Button variant={isDangerous ? 'danger' : 'secondary'} onClick={run} {...button}>
      {Icon && <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />}
      {label}
    </Button>
  );
}
