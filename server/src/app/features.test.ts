import { readdirSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { events, keyedEvents } from '@hai-dang/contract/events.ts';
import { expect, test } from 'vitest';

const CONTRACT = path.resolve(import.meta.dirname, '../../../contract/src');
const modules = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' });
const contentOf = async (module: string): Promise<unknown[]> =>
  Object.values(await import(path.join(CONTRACT, module)));

test.each(modules.filter((file) => file.endsWith('.endpoints.ts')))(
  'contract: every endpoint of %s is listed, so that the server does not start without its handler',
  async (module) => expect(endpoints).toEqual(expect.arrayContaining(await contentOf(module))),
);

test.each(modules.filter((file) => file.endsWith('.events.ts')))(
  'contract: every event of %s is listed, so that the server does not start without its handler',
  async (module) => expect([...events, ...keyedEvents]).toEqual(expect.arrayContaining(await contentOf(module))),
);
