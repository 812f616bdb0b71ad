import * as modules from './error-modules.ts';

type Modules = typeof modules;
export type ErrorCode = { [M in keyof Modules]: keyof Modules[M] }[keyof Modules];

/** Every error code of the wire contract. */
export const errors: Readonly<Record<ErrorCode, readonly [status: number, message: string]>> = Object.assign(
  {},
  ...Object.values(modules),
);

/** The message of each code, which a user reads. */
export const errorMessages = Object.fromEntries(
  Object.entries(errors).map(([code, [, message]]) => [code, message]),
) as Record<ErrorCode, string>;
