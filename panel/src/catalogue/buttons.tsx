import { Bell, Pencil, Trash2 } from 'lucide-react';
import { ActionButton } from '../ui/action-button.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { PopoverButton } from '../ui/popover-button.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Example } from './example.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'danger-outline'] as const;
const SIZES = ['sm', 'md', 'lg'] as const;
const nothing = () => undefined;
const ACTIONS = [
  { id: 'catalogue.edit', label: 'Sửa', icon: Pencil, key: 's', run: nothing },
  { id: 'catalogue.remove', label: 'Xóa', icon: Trash2, isDangerous: true, run: nothing },
] as const;

export function Buttons() {
  return (
    <>
      <Example title="Button">
        {VARIANTS.flatMap((variant) =>
          SIZES.map((size) => (
            <Button key={variant + size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          )),
        )}
        <Button disabled>disabled</Button>
        <Button aria-disabled="true">aria-disabled</Button>
        <Button pending>pending</Button>
        <a href="#button" className={buttonClass('secondary')}>
          buttonClass
        </a>
      </Example>
      <Example title="CopyButton">
        <CopyButton text="https://hai-dang.example" label="Sao chép liên kết" />
      </Example>
      <Example title="ActionButton">
        {ACTIONS.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
        <ActionButton showsKey action={ACTIONS[0]} />
      </Example>
      <Example title="IconButton, MenuButton, PopoverButton">
        <IconButton icon={Pencil} label="md" />
        <IconButton icon={Pencil} label="sm" size="sm" />
        <IconButton icon={Trash2} label="isDangerous" isDangerous />
        <IconButton icon={Bell} label="disabled" disabled />
        <MenuButton label="MenuButton" items={ACTIONS} />
        <PopoverButton label="PopoverButton" trigger="PopoverButton">
          <Checkbox label="Quá hạn" />
        </PopoverButton>
      </Example>
      <Example title="TextButton, TextLink">
        <TextButton>sm</TextButton>
        <TextButton size="md">md</TextButton>
        <TextLink to="/">TextLink</TextLink>
      </Example>
      <Example title="Pagination">
        <Pagination page={1} totalPages={3} onChange={nothing} label="ba trang" />
        <Pagination page={7} totalPages={40} onChange={nothing} label="bốn mươi trang" />
      </Example>
    </>
  );
}
