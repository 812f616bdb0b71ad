import { mediaUrlSchema, privateMediaUrlSchema } from '@hai-dang/contract/lib/fields.ts';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

/** Whether everybody may see an image, as the contract's field says. */
export type MediaVisibility = 'public' | 'private';

/** Maps a stored URL to the one that a client gets. */
export type ToUrl = (stored: string, visibility: MediaVisibility) => string;

/**
 * Fields that hold an image URL depending on another field: by the contract's schema of the field, the schema
 * of its value, given the object that contains it.
 */
export type DependentFields = ReadonlyMap<$ZodType, (owner: Record<string, unknown>) => $ZodType | undefined>;

/** Returns a value with its URLs mapped: the same object where there are none; the input is never modified. */
export type MediaMapper = (value: unknown, toUrl: ToUrl, owner: Record<string, unknown>) => unknown;

const VISIBILITIES = new Map<$ZodType, MediaVisibility>([
  [mediaUrlSchema, 'public'],
  [privateMediaUrlSchema, 'private'],
]);
const NO_OWNER = {};

/**
 * Finds image URLs in responses and events by the contract's schemas, never by matching text. Each
 * schema is analysed once.
 */
export function createMediaFields(dependent: DependentFields) {
  const known = new WeakMap<$ZodType, MediaMapper | null>();

  function mapperOf(schema: $ZodType): MediaMapper | null {
    const found = known.get(schema);
    if (found !== undefined) return found;
    const made = build(schema);
    known.set(schema, made);
    return made;
  }

  function build(schema: $ZodType): MediaMapper | null {
    const visibility = VISIBILITIES.get(schema);
    if (visibility) return (value, toUrl) => (typeof value === 'string' ? toUrl(value, visibility) : value);
    const schemaBeside = dependent.get(schema);
    if (schemaBeside) {
      return (value, toUrl, owner) => {
        const own = schemaBeside(owner);
        return own ? (mapperOf(own)?.(value, toUrl, owner) ?? value) : value;
      };
    }
    const { def } = (schema as $ZodTypes)._zod;
    if (def.type === 'object') return objectMapper(def.shape);
    if (def.type === 'array') return arrayMapper(def.element);
    // An absolute URL is unchanged, so the mapper of one option does no harm to a value of another.
    if (def.type === 'union') return compose(def.options.flatMap((option) => mapperOf(option) ?? []));
    return 'innerType' in def ? mapperOf(def.innerType) : null;
  }

  function objectMapper(shape: Record<string, $ZodType>): MediaMapper | null {
    const fields = Object.entries(shape).flatMap(([key, field]) => {
      const mapper = mapperOf(field);
      return mapper ? [{ key, mapper }] : [];
    });
    if (fields.length === 0) return null;
    return (value, toUrl) => {
      if (!isRecord(value)) return value;
      let mapped = value;
      for (const { key, mapper } of fields) {
        const before = value[key];
        if (before === undefined || before === null) continue;
        const after = mapper(before, toUrl, value);
        if (after === before) continue;
        if (mapped === value) mapped = { ...value };
        mapped[key] = after;
      }
      return mapped;
    };
  }

  function arrayMapper(element: $ZodType): MediaMapper | null {
    const mapper = mapperOf(element);
    if (!mapper) return null;
    return (value, toUrl) => (Array.isArray(value) ? value.map((one) => mapper(one, toUrl, NO_OWNER)) : value);
  }

  return { mapperOf };
}
export type MediaFields = ReturnType<typeof createMediaFields>;

function compose(mappers: readonly MediaMapper[]): MediaMapper | null {
  if (mappers.length === 0) return null;
  return (value, toUrl, owner) => mappers.reduce((mapped, mapper) => mapper(mapped, toUrl, owner), value);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
