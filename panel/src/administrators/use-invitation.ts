import { acceptInvitation, getInvitation } from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import {
  acceptInvitationBodySchema,
  type Invitation,
} from '@hai-dang/contract/administrators/administrators.schema.ts';
import { useEffect, useState } from 'react';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError, hasCode } from '../lib/api-error.ts';
import { authErrorMessage } from '../lib/auth-error-message.ts';
import { type Form, fieldErrors, useForm } from '../ui/use-form.ts';
import { invitationStrings as strings } from './invitation.strings.ts';

type Field = 'username' | 'password';

/** Answers by which the link is over for good. */
const isOver = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 410);

export type InvitationStep =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string; readonly canRetry: boolean }
  | { readonly kind: 'open'; readonly invitation: Invitation }
  | { readonly kind: 'done' };

interface InvitationState {
  readonly step: InvitationStep;
  readonly retry: () => void;
  readonly form: Form<Field>;
}

/**
 * The invitation of the link, without the query library: it is one call each.
 * @param token from behind the URL's '#', which no server sees
 */
export function useInvitation(token: string): InvitationState {
  const [step, setStep] = useState<InvitationStep>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  const fail = (error: unknown, fallback: string) =>
    setStep({ kind: 'failed', message: authErrorMessage(error, fallback), canRetry: !isOver(error) });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed call is repeated by the next attempt
  useEffect(() => {
    let isCurrent = true;
    if (token === '') {
      setStep({ kind: 'failed', message: strings.missing, canRetry: false });
      return;
    }
    setStep({ kind: 'loading' });
    callEndpoint(getInvitation, { body: { token } }).then(
      ({ data }) => isCurrent && setStep({ kind: 'open', invitation: data }),
      (error: unknown) => isCurrent && fail(error, strings.failed),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);

  const bodyOf = (data: FormData) => ({
    token,
    username: String(data.get('username')),
    password: String(data.get('password')),
  });
  const form = useForm<Field>({
    validate: (data) => fieldErrors(acceptInvitationBodySchema.safeParse(bodyOf(data)).error?.issues),
    async submit(data) {
      try {
        await callEndpoint(acceptInvitation, { body: bodyOf(data) });
        setStep({ kind: 'done' });
      } catch (error) {
        if (!isOver(error)) throw error;
        fail(error, strings.acceptFailed);
      }
    },
    explain(error) {
      const text = authErrorMessage(error, strings.acceptFailed);
      if (hasCode(error, 'USER_EXISTS')) return { username: text };
      return hasCode(error, 'WEAK_PASSWORD') ? { password: text } : { form: text };
    },
  });

  return { step, form, retry: () => setAttempt((before) => before + 1) };
}
