import { useMutation } from '@tanstack/react-query';
import { confirmPassword } from './password-again.api.ts';

/** Gives the password again; it is not kept once it has been sent. */
export function useConfirmPassword() {
  return useMutation({ mutationFn: confirmPassword, gcTime: 0 });
}
