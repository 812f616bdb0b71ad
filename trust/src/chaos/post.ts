/** One POST call of a given caller. @param path as in the wire contract */
export const post = (url: string, path: string, body: object, token?: string): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
