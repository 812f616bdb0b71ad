import { defineEndpoint } from '../lib/endpoint.ts';
import {
  loginBodySchema,
  loginResponseSchema,
  loginUserResponseSchema,
  loginWithSecondFactorBodySchema,
} from './auth.schema.ts';

/** Specification, sections 2 and 7. An account with two-factor gets the error SECOND_FACTOR_REQUIRED with a challenge. */
export const login = defineEndpoint({
  name: 'login',
  feature: 'auth',
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: 'Sign in as an administrator',
  mutates: true,
  body: loginBodySchema,
  response: loginResponseSchema,
});

/** Completes the sign-in of an account with two-factor. */
export const loginWithSecondFactor = defineEndpoint({
  name: 'loginWithSecondFactor',
  feature: 'auth',
  method: 'POST',
  path: '/api/admin/login/second-factor',
  access: 'public',
  summary: 'Complete a sign-in with a two-factor code',
  mutates: true,
  body: loginWithSecondFactorBodySchema,
  response: loginResponseSchema,
});

/** The app's side (the wire contract); an administrator's account is rejected like an unknown one. */
export const loginUser = defineEndpoint({
  name: 'loginUser',
  feature: 'auth',
  method: 'POST',
  path: '/api/users/login',
  access: 'public',
  summary: 'Sign in as a user of the app',
  mutates: true,
  unaudited: true,
  body: loginBodySchema,
  response: loginUserResponseSchema,
});
