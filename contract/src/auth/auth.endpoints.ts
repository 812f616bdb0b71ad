import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';
import {
  loginAnswerSchema,
  loginBodySchema,
  loginUserAnswerSchema,
  loginWithSecondFactorBodySchema,
} from './auth.schema.ts';

/** Specification, sections 2 and 7. An account with two-factor gets the error SECOND_FACTOR_REQUIRED with a challenge. */
export const login = defineEndpoint({
  name: 'login',
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: 'Sign in as an administrator',
  changes: true,
  body: loginBodySchema,
  answer: loginAnswerSchema,
});

/** The second step, for an account with a second factor. */
export const loginWithSecondFactor = defineEndpoint({
  name: 'loginWithSecondFactor',
  method: 'POST',
  path: '/api/admin/login/second-factor',
  access: 'public',
  summary: 'Answer the challenge of a sign-in with a code of the second factor',
  changes: true,
  body: loginWithSecondFactorBodySchema,
  answer: loginAnswerSchema,
});

export const logout = defineEndpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  beforeSecondFactor: true,
  summary: 'Revoke the token that makes the call',
  changes: true,
  answer: acknowledgementSchema,
});

/** The app's side (the wire contract); an administrator's account is rejected like an unknown one. */
export const loginUser = defineEndpoint({
  name: 'loginUser',
  method: 'POST',
  path: '/api/users/login',
  access: 'public',
  summary: 'Sign in as a user of the app',
  changes: true,
  unaudited: true,
  body: loginBodySchema,
  answer: loginUserAnswerSchema,
});
