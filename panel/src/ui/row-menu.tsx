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

const openMenu = lazyCode(() => import('./open-menu.tsx').then((module) => module.OpenMenu));

/** A button with a menu. Until it is first pressed it is only a button: a menu per table row costs dear. */
export function MenuButton(props: MenuButtonProps) {
  const [pressed, setPressed] = useState(false);
  const onError = useCallback(() => {
    setPressed(false);
    notify.error(sharedStrings.menuLoadFailed);
  }, []);
  const Menu = useLazyComponent(openMenu, pressed, onError);
  if (pressed && Menu) return <Menu {...props} />;
  return (
    <IconButton
      icon={EllipsisVertical}
      label={props.label}
      className={props.className}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={pressed || undefined}
      onPointerEnter={openMenu.preload}
      onFocus={openMenu.preload}
      onClick={() => setPressed(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setPressed(true);
      }}
    />
  );
}
