import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  status: z.object({ code: z.number().default(0) }),
});
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});
export type ReceivedSpan = z.infer<typeof span> & { service: unknown };

export interface TraceCollector {
  url: string;
  /** All spans so far. */
  spans: ReceivedSpan[];
  /** The received requests, also those without a response. */
  bodies: string[];
  /** While true it accepts requests and sends no response. */
  hangs: boolean;
  close: () => Promise<void>;
}

/** A collector for OTLP over HTTP in JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const server: Server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    collector.bodies.push(body);
    if (collector.hangs) return;
    if (incoming.url !== '/v1/traces') return void response.writeHead(404).end();
    for (const { resource, scopeSpans } of request.parse(JSON.parse(body)).resourceSpans) {
      for (const { spans } of scopeSpans) {
        collector.spans.push(...spans.map((each) => ({ ...each, service: resource.attributes['service.name'] })));
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector has no port');
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${address.port}`,
    spans: [],
    bodies: [],
    hangs: false,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return collector;
}
