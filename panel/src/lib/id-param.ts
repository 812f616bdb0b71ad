import { textParam, type UrlParam } from './url-query.ts';

const ID_MAX_CHARS = 64;

/** An id; '' for none, and for what is too long to be one. */
export const idParam = (name: string): UrlParam<string> =>
  textParam(name, (text) => {
    const id = text.toWellFormed().trim();
    return id.length > ID_MAX_CHARS ? '' : id;
  });
