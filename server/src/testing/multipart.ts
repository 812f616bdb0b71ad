const BOUNDARY = '----hai-dang-test';

export interface FormPart {
  name: string;
  value: string | Buffer;
  /** Makes the part a file. */
  fileName?: string;
}

/** A multipart/form-data body of these parts in this order, and its headers. */
export function multipartOf(parts: readonly FormPart[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, value, fileName }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/octet-stream`
      }\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** An upload as clients send it: the fields, then the files. */
export const uploadOf = (fields: Record<string, string>, field: string, files: readonly Buffer[]) =>
  multipartOf([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ...files.map((value, index) => ({ name: field, value, fileName: `anh-${index}.png` })),
  ]);
