import type {
  Access,
  Endpoint,
  EndpointBody,
  EndpointParams,
  EndpointResponse,
  Upload,
} from '@hai-dang/contract/lib/endpoint.ts';
import type { Ctx } from '../context.ts';
import type { Account, CallContext, Caller, FileResponse } from './call.ts';
import type { UploadedFiles } from './upload.ts';

type CallerOf<A extends Access> = A extends 'public' ? null : A extends 'authenticated' ? Account : Caller;

export interface Call<E extends Endpoint> {
  readonly params: EndpointParams<E>;
  readonly body: EndpointBody<E>;
  readonly ctx: Ctx<CallerOf<E['access']>>;
  /** The same caller as in `ctx`, for the services that do not take it yet. */
  readonly caller: CallerOf<E['access']>;
  readonly context: CallContext;
  readonly files: E['upload'] extends Upload ? UploadedFiles : undefined;
}

interface ResponseByMedia<E extends Endpoint> {
  'application/json': EndpointResponse<E>;
  'text/csv': FileResponse;
}
type HandlerResponse<E extends Endpoint> = ResponseByMedia<E>[E['media']];
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerResponse<E>>;
