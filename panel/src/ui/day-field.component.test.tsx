import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DayField } from './day-field.tsx';

const field = () => page.getByLabelText('Từ ngày');

/** A field that shows what is chosen. */
function Example({ onChoose }: { readonly onChoose: (day: string) => void }) {
  const [day, setDay] = useState('2026-11-20');
  const choose = (next: string) => {
    onChoose(next);
    setDay(next);
  };
  return <DayField label="Từ ngày" value={day} min="2026-01-01" max="2026-12-31" onChoose={choose} />;
}

async function show() {
  const onChoose = vi.fn();
  await render(<Example onChoose={onChoose} />);
  return onChoose;
}

/** Sets the value as the browser's calendar does: without a key. */
async function pick(day: string): Promise<void> {
  const input = field().element() as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, day);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('DayField', () => {
  test('a line too narrow for the date: the field is as wide as the date', async () => {
    await render(
      <div className="flex w-24">
        <DayField label="Từ ngày" value="" onChoose={() => undefined} className="flex-1" />
      </div>,
    );
    const input = field().element() as HTMLInputElement;
    const width = input.offsetWidth;
    input.style.width = 'max-content';
    expect(width).toBeGreaterThanOrEqual(input.offsetWidth);
  });

  test('a day picked in the calendar: is applied at once', async () => {
    const onChoose = await show();
    await pick('2026-10-05');
    await expect.poll(() => onChoose.mock.calls).toEqual([['2026-10-05']]);
    await expect.element(field()).toHaveAttribute('min', '2026-01-01');
    await expect.element(field()).toHaveAttribute('max', '2026-12-31');
  });

  test.each<[string, () => unknown]>([
    ['Enter', () => userEvent.keyboard('{Enter}')],
    ['leaving the field', () => (document.activeElement as HTMLElement).blur()],
  ])('a typed day: is applied with %s, once', async (_, apply) => {
    const onChoose = await show();
    field().element().focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(field()).not.toHaveValue('2026-11-20');
    expect(onChoose).not.toHaveBeenCalled();
    await apply();
    await expect.poll(() => onChoose.mock.calls.length).toBe(1);
    expect(onChoose.mock.calls[0]?.[0]).toMatch(/^2026-\d\d-\d\d$/);
  });

  test('the present day: applies nothing', async () => {
    const onChoose = await show();
    field().element().focus();
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{Enter}');
    await expect.element(field()).toHaveValue('2026-11-20');
    expect(onChoose).not.toHaveBeenCalled();
  });

  test('a partial year, which is a day too: is not applied, and the day before stays', async () => {
    const onChoose = await show();
    await field().click();
    // Set with a key pressed before, as typing does.
    await userEvent.keyboard('{Shift}');
    await pick('0002-11-20');
    await expect.element(field()).toHaveValue('0002-11-20');
    (document.activeElement as HTMLElement).blur();
    await expect.element(field()).toHaveValue('2026-11-20');
    expect(onChoose).not.toHaveBeenCalled();
  });

  test('cleared: applies no day', async () => {
    const onChoose = await show();
    await pick('');
    await expect.poll(() => onChoose.mock.calls).toEqual([['']]);
  });

  test('another value from outside: replaces what was typed', async () => {
    const screen = await render(<DayField label="Từ ngày" value="2026-11-20" onChoose={vi.fn()} />);
    field().element().focus();
    await userEvent.keyboard('{ArrowUp}');
    await screen.rerender(<DayField label="Từ ngày" value="2026-09-01" onChoose={vi.fn()} />);
    await expect.element(field()).toHaveValue('2026-09-01');
  });
});
