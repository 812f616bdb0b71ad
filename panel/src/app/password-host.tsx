import { useEffect } from 'react';
import { useStore } from '../lib/create-store.ts';
import { passwordQuestion } from '../lib/password-confirmation.ts';
import { sharedStrings } from '../lib/strings.ts';
import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';
import { toast } from '../ui/toast.ts';

const dialog = lazyCode(() =>
  import('../account/components/password-again-dialog.tsx').then((module) => module.PasswordAgainDialog),
);

function putAside(): void {
  passwordQuestion.get()?.settle(false);
}

function refuse(): void {
  putAside();
  toast.error(sharedStrings.menuLoadFailed);
}

/** Draws the question for the password, which any call may bring up; its code comes with the first. */
export function PasswordHost() {
  const question = useStore(passwordQuestion);
  // The call that needs it belongs to the session that has ended.
  useEffect(() => putAside, []);
  const Dialog = useLazyComponent(dialog, question !== undefined, refuse);
  return Dialog && question && <Dialog onSettle={question.settle} />;
}
