/** The code of a key that an input method has taken; Safari sends it when a composition is already over. */
const IME_KEY_CODE = 229;

/** Whether a key belongs to an input method (Vietnamese ones included), not to the field. */
export const isImeKey = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === IME_KEY_CODE;
