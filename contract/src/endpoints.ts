import { collect } from './lib/collect.ts';
import type { Endpoint } from './lib/endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint => value instanceof Object && 'method' in value;

/** Every endpoint of the wire contract. The server is not built without a handler for each. */
export const endpoints: readonly Endpoint[] = await collect(import.meta.dirname, '**/*.endpoints.ts', isEndpoint);
