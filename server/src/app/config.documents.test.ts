import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig, SETTING_NAMES } from './config.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
/** Read by OpenTelemetry's own packages. */
const isForeign = (name: string): boolean => /^OTEL_(SERVICE|RESOURCE|EXPORTER_OTLP_HEADERS)|^_/.test(name);

/** The settings in its tables, each with its default if the table has such a column. */
const documented = page.split(/\n\n/).flatMap((table) => {
  const hasDefaults = /^\| Name +\| Default/.test(table);
  return [...table.matchAll(/^\| (`[A-Z][\w`, ]+`) +\| ([^|]*)\|/gm)].flatMap(([, names = '', defaults = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = ''], index) => ({
      name,
      value: hasDefaults ? /^`([^`]+)`/.exec(defaults.split(', ')[index] ?? '')?.[1] : undefined,
    })),
  );
});
const ours = documented.filter(({ name }) => !isForeign(name));

test('docs/operations.md: its tables contain exactly the settings of the schema', () => {
  const inText = ['OTEL_EXPORTER_OTLP_PROTOCOL'];
  for (const name of inText) expect(page).toContain(`\`${name}\``);
  expect([...ours.map(({ name }) => name), ...inText].toSorted()).toEqual([...SETTING_NAMES].toSorted());
});

test('docs/operations.md: the defaults in its tables are those of the schema', () => {
  const others = { METRICS_PORT: '9464', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  const defaults = ours.filter(({ value }) => value !== undefined);
  expect(defaults.length).toBeGreaterThan(20);
  for (const { name, value } of defaults) {
    expect(parseConfig({ ...others, [name]: value }), name).toEqual(parseConfig(others));
  }
});
