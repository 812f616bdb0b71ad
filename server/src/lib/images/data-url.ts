import { DomainError } from '../domain-error.ts';

const BEGINNING = /^data:image\/[\w.+-]{1,40};base64,/;
const BEGINNING_MAX_CHARS = 64;

/**
 * The bytes of a data URL.
 * @throws {DomainError} IMAGE_UNSUPPORTED for one that is not in base64
 */
export function bytesOfDataUrl(url: string): Buffer {
  const beginning = BEGINNING.exec(url.slice(0, BEGINNING_MAX_CHARS))?.[0];
  if (beginning === undefined) throw new DomainError('IMAGE_UNSUPPORTED');
  return Buffer.from(url.slice(beginning.length), 'base64');
}
