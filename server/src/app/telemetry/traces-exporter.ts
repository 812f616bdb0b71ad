import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../lib/logger.ts';

/**
 * Sends spans to the collector that the environment names (OTLP over HTTP, in JSON). What a collector that is away or
 * hangs does not take is lost; the log has one line when that begins and one when it is over.
 */
export function createTraceExporter(log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter();
  let isAway = false;

  function logChange({ code, error }: ExportResult): void {
    const fails = code !== ExportResultCode.SUCCESS;
    if (fails && !isAway) log.warn({ reason: error?.message }, 'trace export failed; spans are dropped until it works');
    if (!fails && isAway) log.info('trace export works again');
    isAway = fails;
  }

  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
      exporter.export(spans, (result) => {
        logChange(result);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
