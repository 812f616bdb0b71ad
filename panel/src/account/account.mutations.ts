import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  endOtherSessions,
  endSession,
  getAccount,
  listOwnSessions,
  renewRecoveryCodes,
} from '@hai-dang/contract/account/account.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import { orNull } from '../lib/api-error.ts';
import { keyOf } from '../lib/endpoint-query.ts';
import { useEndpointMutation } from '../lib/use-endpoint-mutation.ts';
import { useInvalidate } from '../lib/use-invalidate.ts';

/** Passwords and codes are not cached once they have been sent and shown. */
const FORGOTTEN_AT_ONCE = { gcTime: 0 };

const useInvalidateAccount = () => useInvalidate(keyOf(getAccount));
const useInvalidateSessions = () => useInvalidate(keyOf(listOwnSessions));

/** Ends one of the own sessions, by its id; succeeds also if it has already ended. Ask for confirmation before. */
export function useEndSession() {
  const invalidate = useInvalidateSessions();
  return useMutation({
    mutationFn: (id: string) => orNull(callEndpoint(endSession, { params: { id } })),
    onSettled: invalidate,
  });
}

/** Ends all sessions but this one; ask for confirmation before. */
export function useEndOtherSessions() {
  const invalidate = useInvalidateSessions();
  return useEndpointMutation(endOtherSessions, { onSettled: invalidate });
}

/** Changes the password, which ends all other sessions. */
export function useChangePassword() {
  const invalidate = useInvalidateSessions();
  return useEndpointMutation(changePassword, { ...FORGOTTEN_AT_ONCE, onSuccess: invalidate });
}

/**
 * Starts the two-factor enrolment: makes a secret for an authenticator app, valid once confirmed. After an error it refetches the
 * account, which may be enrolled elsewhere by then.
 */
export function useBeginSecondFactor() {
  const invalidate = useInvalidateAccount();
  return useEndpointMutation(beginSecondFactor, { ...FORGOTTEN_AT_ONCE, onError: invalidate });
}

/** Finishes the two-factor enrolment. The account is refetched in the background: the codes must not wait for it. */
export function useConfirmSecondFactor() {
  const invalidate = useInvalidateAccount();
  return useEndpointMutation(confirmSecondFactor, { ...FORGOTTEN_AT_ONCE, onSettled: () => void invalidate() });
}

/** Replaces the recovery codes; ask for confirmation before. */
export function useRenewRecoveryCodes() {
  const invalidate = useInvalidateAccount();
  return useEndpointMutation(renewRecoveryCodes, { ...FORGOTTEN_AT_ONCE, onSettled: () => void invalidate() });
}

/** Turns two-factor off; ask for confirmation before. */
export function useDisableSecondFactor() {
  const invalidate = useInvalidateAccount();
  return useEndpointMutation(disableSecondFactor, { onSettled: invalidate });
}
