import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  accountResponseSchema,
  beginSecondFactorResponseSchema,
  changePasswordBodySchema,
  confirmPasswordBodySchema,
  confirmSecondFactorBodySchema,
  endOtherSessionsResponseSchema,
  listOwnSessionsResponseSchema,
  recoveryCodesResponseSchema,
} from './account.schema.ts';

export const getAccount = defineEndpoint({
  name: 'getAccount',
  feature: 'account',
  method: 'GET',
  path: '/api/admin/account',
  access: 'admin',
  allowedBeforeTwoFactor: true,
  summary: "The caller's own account and the state of its two-factor",
  mutates: false,
  response: accountResponseSchema,
});

export const listOwnSessions = defineEndpoint({
  name: 'listOwnSessions',
  feature: 'account',
  method: 'GET',
  path: '/api/admin/account/sessions',
  access: 'admin',
  summary: 'Where the caller is signed in, newest use first',
  mutates: false,
  response: listOwnSessionsResponseSchema,
});

export const endSession = defineEndpoint({
  name: 'endSession',
  feature: 'account',
  method: 'DELETE',
  path: '/api/admin/account/sessions/:id',
  access: 'admin',
  summary: "End one of the caller's own sessions",
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  feature: 'account',
  method: 'POST',
  path: '/api/admin/account/sessions/end-others',
  access: 'admin',
  summary: "End the caller's own sessions, except the one that makes the call; idempotent",
  mutates: true,
  response: endOtherSessionsResponseSchema,
});

export const changePassword = defineEndpoint({
  name: 'changePassword',
  feature: 'account',
  method: 'POST',
  path: '/api/admin/account/password',
  access: 'admin',
  summary: "Change the caller's password and end all other sessions",
  mutates: true,
  body: changePasswordBodySchema,
  response: acknowledgementSchema,
});

export const confirmPassword = defineEndpoint({
  name: 'confirmPassword',
  feature: 'account',
  method: 'POST',
  path: '/api/admin/account/confirm-password',
  access: 'admin',
  allowedBeforeTwoFactor: true,
  summary: 'Re-authenticate with the password, for calls that require it; valid for 10 minutes in this session',
  mutates: true,
  body: confirmPasswordBodySchema,
  response: acknowledgementSchema,
});

export const beginSecondFactor = defineEndpoint({
  name: 'beginSecondFactor',
  feature: 'account',
  method: 'POST',
  path: '/api/admin/account/second-factor/begin',
  access: 'admin',
  allowedBeforeTwoFactor: true,
  requiresReauthentication: true,
  summary:
    'Start the two-factor enrolment: make a secret for an authenticator app, valid once one of its codes is confirmed',
  mutates: true,
  response: beginSecondFactorResponseSchema,
});

export const confirmSecondFactor = defineEndpoint({
  name: 'confirmSecondFactor',
  feature: 'account',
  method: 'POST',
  path: '/api/admin/account/second-factor/confirm',
  access: 'admin',
  allowedBeforeTwoFactor: true,
  summary: 'Finish the two-factor enrolment with a first code',
  mutates: true,
  body: confirmSecondFactorBodySchema,
  response: recoveryCodesResponseSchema,
});

export const renewRecoveryCodes = defineEndpoint({
  name: 'renewRecoveryCodes',
  feature: 'account',
  method: 'POST',
  path: '/api/admin/account/second-factor/recovery-codes',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Replace the recovery codes',
  mutates: true,
  response: recoveryCodesResponseSchema,
});

export const disableSecondFactor = defineEndpoint({
  name: 'disableSecondFactor',
  feature: 'account',
  method: 'POST',
  path: '/api/admin/account/second-factor/off',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Turn two-factor off',
  mutates: true,
  response: acknowledgementSchema,
});
