/** The addresses at which the server keeps what was sent: only they are asked with the token, whatever a message says. */
const KEPT_ADDRESS = /^\/api\/chat\/([^/?#]+)\/images\/([^/?#]+)$/;

/** @returns undefined where the address is not of a picture that the server keeps */
export function keptPicture(address: string): { readonly userId: string; readonly name: string } | undefined {
  const [, userId, name] = KEPT_ADDRESS.exec(address) ?? [];
  return userId === undefined || name === undefined ? undefined : { userId, name };
}
