import { confirmPassword } from '@hai-dang/contract/account/account.endpoints.ts';
import { useEndpointMutation } from '../lib/use-endpoint-mutation.ts';

/** Re-authenticates with the password, which is not cached once it has been sent. */
export const useConfirmPassword = () => useEndpointMutation(confirmPassword, { gcTime: 0 });
