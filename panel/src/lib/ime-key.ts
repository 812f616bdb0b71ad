/** The keyCode of a key that an input method has handled; Safari sends it after the composition has ended. */
const IME_KEY_CODE = 229;

/** Whether an input method (Vietnamese ones included) handles the key. */
export const isImeKey = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === IME_KEY_CODE;
