import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  accountAnswerSchema,
  beginSecondFactorAnswerSchema,
  changePasswordBodySchema,
  confirmPasswordBodySchema,
  confirmSecondFactorBodySchema,
  endOtherSessionsAnswerSchema,
  listOwnSessionsAnswerSchema,
  recoveryCodesAnswerSchema,
} from './account.schema.ts';

export const getAccount = defineEndpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/api/admin/account',
  access: 'admin',
  beforeSecondFactor: true,
  summary: "The caller's own account and its second factor",
  changes: false,
  answer: accountAnswerSchema,
});

export const listOwnSessions = defineEndpoint({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/api/admin/account/sessions',
  access: 'admin',
  summary: 'Where the caller is signed in, newest use first',
  changes: false,
  answer: listOwnSessionsAnswerSchema,
});

export const endSession = defineEndpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/admin/account/sessions/:id',
  access: 'admin',
  summary: "End one of the caller's own sessions",
  changes: true,
  params: idParamsSchema,
  answer: acknowledgementSchema,
});

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/api/admin/account/sessions/end-others',
  access: 'admin',
  summary: "End the caller's own sessions, except the one that makes the call; idempotent",
  changes: true,
  answer: endOtherSessionsAnswerSchema,
});

export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/api/admin/account/password',
  access: 'admin',
  summary: "Change the caller's password and end all other sessions",
  changes: true,
  body: changePasswordBodySchema,
  answer: acknowledgementSchema,
});

export const confirmPassword = defineEndpoint({
  name: 'confirmPassword',
  method: 'POST',
  path: '/api/admin/account/confirm-password',
  access: 'admin',
  beforeSecondFactor: true,
  summary: 'Show once more who is there, for calls that ask for it; it holds for 10 minutes in this session',
  changes: true,
  body: confirmPasswordBodySchema,
  answer: acknowledgementSchema,
});

export const beginSecondFactor = defineEndpoint({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/api/admin/account/second-factor/begin',
  access: 'admin',
  beforeSecondFactor: true,
  needsConfirmedPassword: true,
  summary: 'Make a secret for an authenticator app; it counts once a code of it has been confirmed',
  changes: true,
  answer: beginSecondFactorAnswerSchema,
});

export const confirmSecondFactor = defineEndpoint({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/api/admin/account/second-factor/confirm',
  access: 'admin',
  beforeSecondFactor: true,
  summary: 'Turn the second factor on with a first code',
  changes: true,
  body: confirmSecondFactorBodySchema,
  answer: recoveryCodesAnswerSchema,
});

export const renewRecoveryCodes = defineEndpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/admin/account/second-factor/recovery-codes',
  access: 'admin',
  needsConfirmedPassword: true,
  summary: 'Make new recovery codes; the old ones end',
  changes: true,
  answer: recoveryCodesAnswerSchema,
});

export const disableSecondFactor = defineEndpoint({
  name: 'disableSecondFactor',
  method: 'POST',
  path: '/api/admin/account/second-factor/off',
  access: 'admin',
  needsConfirmedPassword: true,
  summary: 'Turn the second factor off',
  changes: true,
  answer: acknowledgementSchema,
});
