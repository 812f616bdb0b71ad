import { z } from 'zod';

const PROTOCOLS = ['http/json', 'http/protobuf', 'grpc'] as const;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const SAMPLER_NAMES = SAMPLERS.flatMap((name) => [name, `parentbased_${name}` as const]);

export interface TraceSettings {
  /** What the environment asks for; only http/json is spoken, which collectors take where they take http/protobuf. */
  protocol: (typeof PROTOCOLS)[number];
  /** Which part of the traces is kept, 0 to 1. */
  ratio: number;
  /** A caller that names its trace decides itself whether it is kept. */
  callerDecides: boolean;
  /** How long spans wait for others to be sent with. */
  delayMs: number;
}

const isHttpAddress = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

/**
 * The keys of the environment that are about traces, by OpenTelemetry's names and with its defaults. Its packages read
 * others themselves: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, and for the exporter OTEL_EXPORTER_OTLP_*.
 */
export const traceFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isHttpAddress, 'must be an http or https address').optional(),
  // Often set for a whole fleet, by name of what most programs speak.
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(PROTOCOLS, `must be one of ${PROTOCOLS.join(', ')}`).default('http/json'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLER_NAMES, `must be one of ${SAMPLER_NAMES.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d+|1\.0+)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a number of milliseconds, 99 999 at most')
    .transform(Number)
    .default(5_000),
};
type TraceEnvironment = z.infer<z.ZodObject<typeof traceFields>>;

/** @returns null where nobody wants traces */
export function traceSettings(env: TraceEnvironment): TraceSettings | null {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const sampler = env.OTEL_TRACES_SAMPLER;
  const ratios = { always_on: 1, always_off: 0, traceidratio: env.OTEL_TRACES_SAMPLER_ARG };
  return {
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    ratio: ratios[sampler.replace('parentbased_', '') as keyof typeof ratios],
    callerDecides: sampler.startsWith('parentbased_'),
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
  };
}
