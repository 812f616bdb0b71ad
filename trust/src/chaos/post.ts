/** One call by POST, of whoever is told. @param path as the wire contract has it */
export const post = (url: string, path: string, body: object, token?: string): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
