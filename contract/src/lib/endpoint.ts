import type * as z from 'zod/mini';

/** Who may call: anyone, only a signed-in user of the app, only a signed-in administrator, or either of these two. */
export type Access = 'public' | 'user' | 'admin' | 'signedIn';
/** The status of a success; 201 where something was created that the caller may name. */
export type SuccessStatus = 200 | 201;
export type Method = 'GET' | 'POST' | 'DELETE';
/** The content type of a success; what is not JSON is a file, streamed while it is generated. */
export type Media = 'application/json' | 'text/csv';
type Schema = z.ZodMiniType;

/** What files a call brings: as multipart/form-data, in which its body's fields, being texts, come before them. */
export interface Upload {
  /** The name under which each file comes. */
  readonly field: string;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
  Grant extends Access = Access,
  Kind extends Media = Media,
  Files extends Upload | undefined = Upload | undefined,
> {
  readonly name: string;
  readonly method: Method;
  /** With `:name` placeholders, one for each key of `params`. */
  readonly path: string;
  readonly access: Grant;
  readonly summary: string;
  /** True if a call may alter what is stored; every such call leaves an audit entry, unless it is `unaudited`. */
  readonly changes: boolean;
  /** True where what is stored says itself who did what and when, and where an app user acts: the audit log is the administrators'. */
  readonly unaudited: boolean;
  /** True where an administrator may come who must set up a second factor first (REQUIRE_2FA=1). */
  readonly beforeSecondFactor: boolean;
  /** True where the session must have shown the password lately: at sign-in, or once more since. */
  readonly needsConfirmedPassword: boolean;
  readonly params: Params;
  /** A missing body is read as `{}`; undefined means that a body is not looked at. */
  readonly body: Body;
  /** Undefined for a call whose body is JSON. */
  readonly upload: Files;
  /** Of a file: the whole of it as one text. */
  readonly answer: Answer;
  readonly media: Kind;
  readonly status: SuccessStatus;
  /** Other methods and paths of the same endpoint. */
  readonly aliases?: ReadonlyArray<{ readonly method: Method; readonly path: string }>;
}

export type EndpointParams<E extends Endpoint> = E['params'] extends Schema ? z.infer<E['params']> : undefined;
/** The body as a caller writes it: what has a default may be left out. */
export type EndpointInput<E extends Endpoint> = E['body'] extends Schema ? z.input<E['body']> : undefined;
/** The body as the server reads it: parsed, defaults filled in. */
export type EndpointBody<E extends Endpoint> = E['body'] extends Schema ? z.output<E['body']> : undefined;
export type EndpointAnswer<E extends Endpoint> = z.infer<E['answer']>;

interface Definition<
  Params extends Schema | undefined,
  Body extends Schema | undefined,
  Answer extends Schema,
  Grant extends Access,
  Kind extends Media,
  Files extends Upload | undefined,
> {
  name: string;
  method: Method;
  path: string;
  access: Grant;
  summary: string;
  changes: boolean;
  unaudited?: boolean;
  beforeSecondFactor?: boolean;
  needsConfirmedPassword?: boolean;
  params?: Params;
  body?: Body;
  upload?: Files;
  answer: Answer;
  /** JSON unless stated. */
  media?: Kind;
  /** 200 unless stated. */
  status?: SuccessStatus;
  aliases?: ReadonlyArray<{ method: Method; path: string }>;
}

/**
 * States one call once: the server mounts it, the panel calls it, the API page describes it.
 * @param definition name (one verb through all floors), method, path, access, params, body, answer
 */
// For the panel's build, which so leaves out what the panel does not use:
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<
  Answer extends Schema,
  Grant extends Access,
  Params extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Kind extends Media = 'application/json',
  Files extends Upload | undefined = undefined,
>(
  definition: Definition<Params, Body, Answer, Grant, Kind, Files>,
): Endpoint<Params, Body, Answer, Grant, Kind, Files> {
  return {
    status: 200,
    unaudited: false,
    beforeSecondFactor: false,
    needsConfirmedPassword: false,
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
