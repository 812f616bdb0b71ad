import { useRef } from 'react';
import { useConfirm } from './confirm.tsx';

const strings = {
  title: 'Bỏ thay đổi',
  question: 'Nội dung bạn vừa nhập chưa được lưu.',
  confirm: 'Bỏ thay đổi',
  cancel: 'Tiếp tục sửa',
} as const;

/** Asks before unsaved text of a form is discarded. */
export function useDiscardQuestion() {
  const confirm = useConfirm();
  const isDirty = useRef(false);
  return {
    /** Says whether the form has unsaved text. */
    setDirty(value: boolean): void {
      isDirty.current = value;
    },

    /** @returns whether the form may be left: nothing is unsaved, or the user discards it */
    mayLeave: async (): Promise<boolean> =>
      !isDirty.current ||
      confirm({
        title: strings.title,
        message: strings.question,
        confirmLabel: strings.confirm,
        cancelLabel: strings.cancel,
        tone: 'danger',
      }),
  };
}
