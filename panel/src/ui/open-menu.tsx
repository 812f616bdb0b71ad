import { Content, Item, Portal, Root, Trigger } from '@radix-ui/react-dropdown-menu';
import { EllipsisVertical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import type { OpenMenuProps } from './row-menu.tsx';

/** The real menu, open from the start; not modal, so that the page around it stays readable to assistive technology. */
export function OpenMenu({ label, items, className, byKeyboard }: OpenMenuProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (byKeyboard) content.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [byKeyboard]);

  return (
    <Root defaultOpen modal={false}>
      <Trigger asChild>
        <IconButton icon={EllipsisVertical} label={label} className={className} />
      </Trigger>
      {/* Within the page's main landmark, where assistive technology looks for content. */}
      <Portal container={document.querySelector('main')}>
        <Content
          ref={content}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 rounded-lg border border-line bg-raised p-1 text-ink shadow-pop"
        >
          {items.map(({ label: text, icon: Icon, tone, onSelect }) => (
            <Item
              key={text}
              onSelect={onSelect}
              className={classNames(
                'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-base outline-none',
                tone === 'danger'
                  ? 'text-red-ink data-[highlighted]:bg-red-soft'
                  : 'data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent-ink',
              )}
            >
              {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />}
              {text}
            </Item>
          ))}
        </Content>
      </Portal>
    </Root>
  );
}
