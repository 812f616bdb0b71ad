import type { Transport } from './api-client.ts';

/** Statuses for which `new Response` rejects a body. */
const BODILESS = [204, 205, 304];

function answerOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(BODILESS.includes(request.status) ? null : request.responseText, {
    status: request.status,
    ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
  });
}

interface UploadWatch {
  /** Aborted when there was no upload progress and no response for this long. */
  readonly quietMs: number;
  /**
   * Called with the upload progress.
   * @param done from 0 to 1
   */
  readonly onProgress: (done: number) => void;
}

/** Makes a request with upload progress, which fetch lacks. Rejects as fetch does. */
export function uploadTransport({ quietMs, onProgress }: UploadWatch): Transport {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const abort = (): void => request.abort();
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(abort, quietMs);
      };

      request.open(method, url);
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => {
        wait();
        if (total > 0) onProgress(loaded / total);
      };
      request.onload = () => resolve(answerOf(request));
      request.onerror = () => reject(new TypeError('network error'));
      request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
      request.onloadend = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      if (signal?.aborted) {
        reject(new DOMException('aborted', 'AbortError'));
        return;
      }
      signal?.addEventListener('abort', abort);
      wait();
      request.send(body instanceof FormData ? body : null);
    });
}
