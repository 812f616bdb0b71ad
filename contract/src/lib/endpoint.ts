import type * as z from 'zod/mini';

/** Who may call: anyone, only a signed-in user of the app, only a signed-in administrator, or either of these two. */
export type Access = 'public' | 'user' | 'admin' | 'authenticated';
/** The status of a success; 201 where something was created that the caller may name. */
export type SuccessStatus = 200 | 201;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** The content type of a success; what is not JSON is a file, streamed while it is generated. */
export type Media = 'application/json' | 'text/csv';
type Schema = z.ZodMiniType;

/** The files of a multipart/form-data call; the text fields of its body precede them. */
export interface Upload {
  /** The name of the form field of each file. */
  readonly field: string;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Grant extends Access = Access,
  Kind extends Media = Media,
  Files extends Upload | undefined = Upload | undefined,
> {
  readonly name: string;
  /** The group of the call: the heading of the API page, and the first part of a key in the panel's cache. */
  readonly feature: string;
  readonly method: Method;
  /** The path, with one `:name` placeholder for each key of `params`. */
  readonly path: string;
  readonly access: Grant;
  readonly summary: string;
  /** True if a call may change stored data; every such call records an audit entry, unless it is `unaudited`. */
  readonly mutates: boolean;
  /** True where the stored rows say who did what and when, and for calls of app users: the audit log is the administrators'. */
  readonly unaudited: boolean;
  /** True if an administrator who must enrol in two-factor (REQUIRE_2FA=1) may call it before. */
  readonly allowedBeforeTwoFactor: boolean;
  /** True if a suspended or disabled app user may call it, with the token that the rejected sign-in gave. */
  readonly allowedWithAppealToken: boolean;
  /** True if the session must have given the password recently: at sign-in, or by re-authentication. */
  readonly requiresReauthentication: boolean;
  /** True for a list or search that may cost much: few of one caller run at once, the others of that caller wait. */
  readonly isHeavy: boolean;
  /** True if the panel sends its cookies to a server of another origin too. */
  readonly includesCredentials: boolean;
  readonly params: Params;
  /** A missing body is parsed as `{}`; undefined means that the body is ignored. */
  readonly body: Body;
  /** Undefined for a call whose body is JSON. */
  readonly upload: Files;
  /** The schema of the response; of a file, its whole content as one string. */
  readonly response: Response;
  readonly media: Kind;
  readonly status: SuccessStatus;
  /** Other methods and paths of the same endpoint. */
  readonly aliases?: ReadonlyArray<{ readonly method: Method; readonly path: string }>;
}

export type EndpointParams<E extends Endpoint> = E['params'] extends Schema ? z.infer<E['params']> : undefined;
/** The body as a caller sends it: fields with a default may be omitted. */
export type EndpointInput<E extends Endpoint> = E['body'] extends Schema ? z.input<E['body']> : undefined;
/** The body as the server receives it: parsed, with defaults. */
export type EndpointBody<E extends Endpoint> = E['body'] extends Schema ? z.output<E['body']> : undefined;
export type EndpointResponse<E extends Endpoint> = z.infer<E['response']>;

interface Definition<
  Params extends Schema | undefined,
  Body extends Schema | undefined,
  Response extends Schema,
  Grant extends Access,
  Kind extends Media,
  Files extends Upload | undefined,
> {
  name: string;
  feature: string;
  method: Method;
  path: string;
  access: Grant;
  summary: string;
  mutates: boolean;
  unaudited?: boolean;
  allowedBeforeTwoFactor?: boolean;
  allowedWithAppealToken?: boolean;
  requiresReauthentication?: boolean;
  isHeavy?: boolean;
  includesCredentials?: boolean;
  params?: Params;
  body?: Body;
  upload?: Files;
  response: Response;
  /** JSON unless stated. */
  media?: Kind;
  /** 200 unless stated. */
  status?: SuccessStatus;
  aliases?: ReadonlyArray<{ method: Method; path: string }>;
}

/**
 * Defines one call for both sides: the server mounts it, the panel calls it, the API page describes it.
 * @param definition name (the same in contract, server and panel), feature, method, path, access, params, body, response
 */
// For the panel's build, which so leaves out what the panel does not use:
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<
  Response extends Schema,
  Grant extends Access,
  Params extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Kind extends Media = 'application/json',
  Files extends Upload | undefined = undefined,
>(
  definition: Definition<Params, Body, Response, Grant, Kind, Files>,
): Endpoint<Params, Body, Response, Grant, Kind, Files> {
  return {
    status: 200,
    unaudited: false,
    allowedBeforeTwoFactor: false,
    allowedWithAppealToken: false,
    requiresReauthentication: false,
    isHeavy: false,
    includesCredentials: false,
    ...definition,
    params: definition.params as Params,
    body: definition.body as Body,
    upload: definition.upload as Files,
    media: (definition.media ?? 'application/json') as Kind,
  };
}

/**
 * Fills an endpoint's placeholders, each value percent-encoded.
 * @throws if a placeholder has no value
 */
export function endpointPath(endpoint: Pick<Endpoint, 'path'>, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`no value for :${key} in ${endpoint.path}`);
    return encodeURIComponent(value);
  });
}
