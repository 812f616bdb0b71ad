import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cancelledError } from '../lib/api-error.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { pressAt } from '../testing/pointer.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { Button } from './button.tsx';
import { type ConfirmOptions, useConfirm } from './confirm.tsx';
import { ConfirmMessage } from './confirm-message.tsx';
import { useDiscardQuestion } from './use-discard-question.ts';

const QUESTION = {
  title: 'Xóa bài viết',
  message: <ConfirmMessage question="Xóa bài viết của" name="Lan" consequence="Không thể khôi phục." />,
  confirmLabel: 'Xóa',
  tone: 'danger',
} as const;

const opener = () => page.getByRole('button', { name: 'Hỏi' });
const dialog = () => page.getByRole('alertdialog', { name: 'Xóa bài viết' });
const confirmation = () => dialog().getByRole('button', { name: 'Xóa' });
const cancel = () => dialog().getByRole('button', { name: 'Hủy' });

function Asking({ options, onAnswer }: { options: ConfirmOptions; onAnswer: (isConfirmed: boolean) => void }) {
  const confirm = useConfirm();
  return <Button onClick={() => void confirm(options).then(onAnswer)}>Hỏi</Button>;
}

/** Asks. @returns what is called with the answer */
async function ask(options: ConfirmOptions = QUESTION) {
  const onAnswer = vi.fn();
  await renderPanel(<Asking options={options} onAnswer={onAnswer} />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  return onAnswer;
}

const until = (onAnswer: ReturnType<typeof vi.fn>, isConfirmed: boolean) =>
  expect.poll(() => onAnswer.mock.calls).toEqual([[isConfirmed]]);

describe('useConfirm', () => {
  test('opened: says what happens, and passes axe', async () => {
    await ask();
    await expect.element(dialog()).toHaveAccessibleDescription('Xóa bài viết của Lan? Không thể khôi phục.');
    await expectAccessible('a dangerous confirmation');
  });

  test('confirmed: returns true, and the focus is at the opener before the caller goes on', async () => {
    const onAnswer = await ask();
    onAnswer.mockImplementation(() => expect(document.activeElement?.textContent).toBe('Hỏi'));
    await confirmation().click();
    await until(onAnswer, true);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test.each<[string, () => unknown]>([
    ['Enter at once, as the cancel button has the focus', () => userEvent.keyboard('{Enter}')],
    ['Space at once', () => userEvent.keyboard(' ')],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the cancel button', () => cancel().click()],
    ['a press outside', () => pressAt(20, 20)],
    ['a step back in the history', () => window.dispatchEvent(new PopStateEvent('popstate'))],
  ])('%s: returns false, and the focus returns to the opener', async (_, leave) => {
    const onAnswer = await ask();
    await expect.element(cancel()).toHaveFocus();
    await leave();
    await until(onAnswer, false);
    await expect.element(opener()).toHaveFocus();
  });

  test('Tab and Enter: confirms by keyboard alone', async () => {
    const onAnswer = await ask();
    await userEvent.keyboard('{Tab}{Enter}');
    await until(onAnswer, true);
  });

  test('run in progress: the button says so, a second press and leaving do nothing; then it returns true', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = vi.fn(() => promise);
    const onAnswer = await ask({ ...QUESTION, run, explain: () => '' });
    await confirmation().click();
    const pending = dialog().getByRole('button', { name: 'Đang xử lý...' });
    await expect.element(pending).toHaveFocus();
    await expect.element(cancel()).toBeDisabled();
    await userEvent.keyboard('{Enter}{Escape}{Escape}{Escape}');
    await pressAt(20, 20);
    await expect.element(dialog()).toBeVisible();
    await expectAccessible('a pending confirmation');
    expect(onAnswer).not.toHaveBeenCalled();
    resolve();
    await until(onAnswer, true);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('run that fails: says why and stays; a second press runs it again', async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error('503')).mockResolvedValueOnce(undefined);
    const explain = vi.fn(() => 'Không thể xóa bài viết');
    const onAnswer = await ask({ ...QUESTION, run, explain });
    await confirmation().click();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('Không thể xóa bài viết');
    expect(explain).toHaveBeenCalledWith(new Error('503'));
    expect(onAnswer).not.toHaveBeenCalled();
    await expectAccessible('a failed confirmation');
    await confirmation().click();
    await until(onAnswer, true);
  });

  test('run that fails, then Escape: returns false', async () => {
    const onAnswer = await ask({ ...QUESTION, run: () => Promise.reject(new Error('503')), explain: () => 'Lỗi' });
    await confirmation().click();
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await until(onAnswer, false);
  });

  test('run that the user has cancelled: returns false without a message', async () => {
    const explain = vi.fn(() => '');
    const onAnswer = await ask({ ...QUESTION, run: () => Promise.reject(cancelledError()), explain });
    await confirmation().click();
    await until(onAnswer, false);
    expect(explain).not.toHaveBeenCalled();
  });

  test('mustConfirm: has no cancel button, and only confirming closes it', async () => {
    const onAnswer = await ask({ ...QUESTION, mustConfirm: true });
    await expect.element(cancel()).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}{Escape}{Escape}');
    await pressAt(20, 20);
    await expect.element(dialog()).toBeVisible();
    expect(onAnswer).not.toHaveBeenCalled();
    await confirmation().click();
    await until(onAnswer, true);
  });

  test('a second question while one is open: the first returns false, and the failure of its run is gone', async () => {
    const onAnswer = await ask({ ...QUESTION, run: () => Promise.reject(new Error('503')), explain: () => 'Lỗi' });
    await confirmation().click();
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    document.querySelector<HTMLElement>('main button')?.click();
    await until(onAnswer, false);
    await expect.element(dialog()).toBeVisible();
    await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument();
  });

  test('the end of the session: the question is gone and returns false', async () => {
    const onAnswer = vi.fn();
    const screen = await renderPanel(<Asking options={QUESTION} onAnswer={onAnswer} />);
    await opener().click();
    await expect.element(dialog()).toBeVisible();
    await screen.unmount();
    await until(onAnswer, false);
  });
});

function Leaving({ isDirty, onAnswer }: { isDirty: boolean; onAnswer: (mayLeave: boolean) => void }) {
  const { setDirty, mayLeave } = useDiscardQuestion();
  const leave = () => {
    setDirty(isDirty);
    void mayLeave().then(onAnswer);
  };
  return <Button onClick={leave}>Hỏi</Button>;
}

describe('useDiscardQuestion', () => {
  test('nothing unsaved: may leave without a question', async () => {
    const onAnswer = vi.fn();
    await renderPanel(<Leaving isDirty={false} onAnswer={onAnswer} />);
    await opener().click();
    await until(onAnswer, true);
  });

  test.each([
    ['Bỏ thay đổi', true],
    ['Tiếp tục sửa', false],
  ])('unsaved text, %s: may leave is %s', async (name, mayLeave) => {
    const onAnswer = vi.fn();
    await renderPanel(<Leaving isDirty onAnswer={onAnswer} />);
    await opener().click();
    await page.getByRole('alertdialog').getByRole('button', { name }).click();
    await until(onAnswer, mayLeave);
  });
});
