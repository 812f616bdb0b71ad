import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { sharedStrings } from '../lib/strings.ts';
import { IconButton } from './icon-button.tsx';
import { lazyCode, useLazyComponent } from './lazy-component.ts';
import { notify } from './notices.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly tone?: 'default' | 'danger';
  readonly onSelect: () => void;
}

export interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly className?: string;
}

export interface OpenMenuProps extends MenuButtonProps {
  /** Opened by keyboard: the first item gets the focus, as at every later opening. */
  readonly byKeyboard: boolean;
}

const openMenu = lazyCode(() => import('./open-menu.tsx').then((module) => module.OpenMenu));

/** A button with a menu. Until it is first pressed it is only a button: a menu per table row costs dear. */
export function MenuButton(props: MenuButtonProps) {
  const [pressed, setPressed] = useState<'pointer' | 'keyboard'>();
  const onError = useCallback(() => {
    setPressed(undefined);
    notify.error(sharedStrings.menuLoadFailed);
  }, []);
  const Menu = useLazyComponent(openMenu, pressed !== undefined, onError);
  if (pressed && Menu) return <Menu {...props} byKeyboard={pressed === 'keyboard'} />;
  return (
    <IconButton
      icon={EllipsisVertical}
      label={props.label}
      className={props.className}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={pressed !== undefined || undefined}
      onPointerEnter={openMenu.preload}
      onFocus={openMenu.preload}
      // A press by keyboard is a click without a pointer's count.
      onClick={(event) => setPressed(event.detail === 0 ? 'keyboard' : 'pointer')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setPressed('keyboard');
      }}
    />
  );
}
