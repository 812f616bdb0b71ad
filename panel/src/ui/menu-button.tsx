import { EllipsisVertical } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import type { MenuItem } from './open-menu.tsx';
import { useMenu } from './use-menu.tsx';

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly className?: string;
}

export function MenuButton({ label, items, className }: MenuButtonProps) {
  const { opener, menu } = useMenu(label, items);
  return (
    <>
      <IconButton icon={EllipsisVertical} label={label} className={className} {...opener} />
      {menu}
    </>
  );
}
