/** Bytes of an answer, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The part that a Range header asks for (RFC 9110, section 14.1.2).
 * @param sizeBytes of the whole
 * @returns null for the whole, which also answers whoever asks for several parts; 'unsatisfiable' for one beyond the end
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const end = sizeBytes - 1;
  const range =
    from === ''
      ? { first: Math.max(0, sizeBytes - Number(to)), last: end }
      : { first: Number(from), last: to === '' ? end : Math.min(Number(to), end) };
  if (to !== '' && from !== '' && Number(to) < Number(from)) return null;
  return range.first > range.last ? 'unsatisfiable' : range;
}

/** Cuts the bytes of a range out of a stream, and ends the stream with them. */
export async function* cutBytes(content: AsyncIterable<Buffer>, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of content) {
    const part = chunk.subarray(Math.max(0, first - at), last + 1 - at);
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > last) return;
  }
}
