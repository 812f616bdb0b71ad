import type { Endpoint, EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type CallInput, callEndpoint } from './api-client.ts';

/** A mutation that calls an endpoint; what is mutated with is what the call sends. */
export const useEndpointMutation = <E extends Endpoint, Context = unknown>(
  endpoint: E,
  options: Omit<UseMutationOptions<EndpointResponse<E>, Error, CallInput<E>, Context>, 'mutationFn'> = {},
) => useMutation({ ...options, mutationFn: (input) => callEndpoint(endpoint, input) });
