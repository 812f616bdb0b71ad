import * as z from 'zod/mini';

/** An opaque id: UUIDv7 for new rows, perhaps a 24-hex ObjectId for imported ones; never validated as either. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * The client's own key for what it asks to be stored, made before it is sent: a repeat gets what is stored. It may become
 * part of an event's name, so it is printable ASCII.
 */
export const clientKeySchema = z.string().check(z.regex(/^[ -~]{1,64}$/));

/** Path parameters of an endpoint about one row. */
export const idParamsSchema = z.object({ id: idSchema });

/** A time on the wire: ISO 8601 in UTC with milliseconds. */
export const timestampSchema = z.string();

/** A text that a row may lack. */
export const nullableTextSchema = z.nullable(z.string());

/** A text that a client may leave out. */
export const optionalTextSchema = z.optional(nullableTextSchema);

/**
 * The URL of an image that everybody may see. A row keeps it relative (`/media/…`) and clients get it absolute: the server
 * finds such fields by this very object, so it is used as it is, without further checks.
 */
export const mediaUrlSchema = z.string();
export const nullableMediaUrlSchema = z.nullable(mediaUrlSchema);

/** The same for an image that not everybody may see: its URL is signed, and good for an hour at most. */
export const privateMediaUrlSchema = z.string();
export const optionalPrivateMediaUrlSchema = z.optional(z.nullable(privateMediaUrlSchema));

/** Replaces lone surrogates, which a truncated text may end with: they cannot be stored. */
export const wellFormed = z.overwrite<string>((text) => text.toWellFormed());

/** A filter: one of the values; '', null or absent means any. */
export const filterSchema = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.nullish(z.enum(['', ...values]));

/** A filter on a flag: as text, or as the flag itself, which legacy clients may send. */
export const booleanFilterSchema = z.nullish(z.union([z.enum(['', 'true', 'false']), z.boolean()]));

/** A day in Vietnam, yyyy-MM-dd. */
export const requiredDaySchema = z.iso.date();

/** A day in Vietnam, yyyy-MM-dd; '', null or absent means no bound. */
export const dayFilterSchema = z.nullish(z.union([z.literal(''), requiredDaySchema]));
