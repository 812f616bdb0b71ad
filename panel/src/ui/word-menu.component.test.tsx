import { useRef, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { compose, endComposition, pressInComposition } from '../testing/composition.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { Textarea } from './textarea.tsx';
import { putAt } from './typed-word.ts';
import { useWordMenu } from './use-word-menu.ts';
import { WordMenuList } from './word-menu.tsx';

const CITIES = ['Huế', 'Hà Nội', 'Đà Nẵng'];

interface ExampleProps {
  readonly hasMore?: boolean;
  readonly isOffered?: boolean;
}

/** A field in which '#' opens a menu of cities; a taken one is followed by a space. */
function Example({ hasMore = false, isOffered = true }: ExampleProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const menu = useWordMenu<string>({
    field,
    text,
    sign: '#',
    isOffered,
    find: (typed) => CITIES.filter((city) => city.toLowerCase().startsWith(typed.toLowerCase())),
    moreLines: hasMore ? 1 : 0,
    put: (word, city) => (city === undefined ? undefined : putAt(text, word, `${city} `)),
    onChange: setText,
  });
  return (
    <main style={{ paddingTop: '12rem' }}>
      <div className="relative">
        <Textarea
          ref={field}
          aria-label="Tin nhắn"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            menu.onTyped(target);
          }}
          onKeyDown={menu.onKeyDown}
          {...menu.fieldProps}
        />
        <WordMenuList
          open={menu.open}
          label="Thành phố"
          found={(count) => `${count} thành phố`}
          note="Không có thành phố nào"
          keyOf={(city) => city}
          {...(hasMore && { more: 'Quản lý' })}
        >
          {(city) => city}
        </WordMenuList>
      </div>
    </main>
  );
}

const field = () => page.getByRole('textbox', { name: 'Tin nhắn' });
const list = () => page.getByRole('listbox', { name: 'Thành phố' });
const option = (name: string) => page.getByRole('option', { name });
const announced = (text: string) => page.getByText(text).first();
const isClosed = () => expect.element(list()).not.toBeInTheDocument();

async function open(typed = '#', props: ExampleProps = {}): Promise<void> {
  await render(<Example {...props} />);
  await field().click();
  await userEvent.keyboard(typed);
}

const isActive = async (name: string) => {
  await expect.element(option(name)).toHaveAttribute('aria-selected', 'true');
  await expect.element(field()).toHaveAttribute('aria-activedescendant', option(name).element().id);
};

describe('useWordMenu', () => {
  test('the sign: opens it at the first item, says how many there are, and the field keeps the focus', async () => {
    await open();
    await isActive('Huế');
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveAttribute('aria-controls', list().element().id);
    await expect.element(announced('3 thành phố')).toBeInTheDocument();
    await expectAccessible('an open word menu');
  });

  test.each([
    ['within a word', 'a#', true],
    ['where nothing is offered', '#', false],
  ])('the sign %s: opens nothing', async (_, typed, isOffered) => {
    await open(typed, { isOffered });
    await expect.element(field()).toHaveValue(typed);
    await isClosed();
  });

  test('arrows: move through the items and around the ends; another letter starts at the first match', async () => {
    await open();
    for (const [key, active] of [
      ['{ArrowDown}', 'Hà Nội'],
      ['{ArrowDown}', 'Đà Nẵng'],
      ['{ArrowDown}', 'Huế'],
      ['{ArrowUp}', 'Đà Nẵng'],
      ['{ArrowUp}', 'Hà Nội'],
      ['h', 'Huế'],
    ] as const) {
      await userEvent.keyboard(key);
      await isActive(active);
    }
    await expect.element(option('Đà Nẵng')).not.toBeInTheDocument();
    await expect.element(announced('2 thành phố')).toBeInTheDocument();
  });

  test.each([
    ['Enter', '{Enter}'],
    ['Tab', '{Tab}'],
  ])('%s: replaces the word by the item, with the caret behind it', async (_, key) => {
    await open('ở #h rồi{ArrowLeft>4/}');
    // The caret came into the word: only typing opens the menu.
    await isClosed();
    await userEvent.keyboard('u');
    await isActive('Huế');
    await userEvent.keyboard(key);
    await isClosed();
    await expect.element(field()).toHaveValue('ở Huế  rồi');
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('đó');
    await expect.element(field()).toHaveValue('ở Huế đó rồi');
  });

  test('a press on an item: takes it, and the field keeps the focus', async () => {
    await open();
    await option('Đà Nẵng').click();
    await expect.element(field()).toHaveValue('Đà Nẵng ');
    await expect.element(field()).toHaveFocus();
  });

  test('Shift+Enter: breaks the line and takes nothing', async () => {
    await open();
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await expect.element(field()).toHaveValue('#\n');
    await isClosed();
  });

  test('Escape: closes it for this word; the next word opens it again', async () => {
    await open('#h');
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await userEvent.keyboard('u');
    await isClosed();
    await userEvent.keyboard(' #');
    await isActive('Huế');
  });

  test.each<[string, () => unknown]>([
    ['the caret leaves the word', () => userEvent.keyboard('{Home}')],
    ['the field loses the focus', () => field().element().blur()],
    ['the sign is deleted', () => userEvent.keyboard('{Backspace}')],
  ])('%s: closes it', async (_, leave) => {
    await open();
    await expect.element(list()).toBeVisible();
    await leave();
    await isClosed();
  });

  test('no match: says so, and Enter breaks the line', async () => {
    await open('#x');
    await expect.element(announced('Không có thành phố nào')).toBeInTheDocument();
    await isClosed();
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('#x\n');
  });

  test('a line after the items: is reached by the arrows, and taking it changes no text', async () => {
    await open('#', { hasMore: true });
    await userEvent.keyboard('{ArrowUp}');
    await isActive('Quản lý');
    await userEvent.keyboard('{Enter}');
    await isClosed();
    await expect.element(field()).toHaveValue('#');
  });

  test('a composition: what is composed filters; Enter, Escape and arrows belong to the input method', async () => {
    await open('#');
    await compose('hà');
    await isActive('Hà Nội');
    for (const key of ['ArrowDown', 'Enter', 'Tab', 'Escape']) await pressInComposition(key);
    await isActive('Hà Nội');
    await expect.element(field()).toHaveValue('#hà');
    await endComposition('hà');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('Hà Nội ');
  });
});
