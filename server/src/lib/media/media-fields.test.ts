import { mediaUrlSchema, nullableMediaUrlSchema, privateMediaUrlSchema } from '@hai-dang/contract/lib/fields.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createMediaFields, type ToUrl } from './media-fields.ts';

const content = z.string();
const fields = createMediaFields(
  new Map([[content, ({ type }) => (type === 'image' ? privateMediaUrlSchema : undefined)]]),
);
const toUrl: ToUrl = (stored, visibility) => `${visibility}:${stored}`;
const map = (schema: z.ZodMiniType, value: unknown) => fields.mapperOf(schema)?.(value, toUrl, {});

const person = z.object({ name: z.string(), avatar: z.optional(nullableMediaUrlSchema) });
const message = z.object({ type: z.string(), content, sender: person });

test('mapperOf: a schema without images has none', () => {
  expect(fields.mapperOf(z.object({ name: z.string(), tags: z.array(z.string()) }))).toBeNull();
});

test('mapperOf: objects, lists, optional fields and unions, each URL with the visibility of its field', () => {
  const schema = z.object({
    author: z.nullish(person),
    images: z.array(mediaUrlSchema),
    either: z.union([z.string(), z.object({ preview: privateMediaUrlSchema })]),
  });
  const value = { author: { name: 'Lan', avatar: '/media/a' }, images: ['/media/b'], either: { preview: '/media/c' } };
  expect(map(schema, value)).toEqual({
    author: { name: 'Lan', avatar: 'public:/media/a' },
    images: ['public:/media/b'],
    either: { preview: 'private:/media/c' },
  });
  expect(map(schema, { author: null, images: [], either: '/media/c' })).toEqual({
    author: null,
    images: [],
    either: '/media/c',
  });
});

test('mapperOf: a text that looks like a URL is unchanged, an image in the same field is mapped', () => {
  const sender = { name: '/media/a', avatar: null };
  const text = { type: 'text', content: '/media/evidence/x.webp', sender };
  expect(map(message, text)).toBe(text);
  expect(map(message, { ...text, type: 'image' })).toMatchObject({ content: 'private:/media/evidence/x.webp' });
});

test('mapperOf: the given value is never mutated', () => {
  const value = Object.freeze([Object.freeze({ name: 'Lan', avatar: '/media/a' })]);
  expect(map(z.array(person), value)).toEqual([{ name: 'Lan', avatar: 'public:/media/a' }]);
  expect(value[0]).toEqual({ name: 'Lan', avatar: '/media/a' });
});
