import { confirmPassword } from '@hai-dang/contract/account/account.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';

/** Re-authenticates with the password, which is not cached once it has been sent. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: (password: string) => callEndpoint(confirmPassword, { body: { password } }),
    gcTime: 0,
  });
}
