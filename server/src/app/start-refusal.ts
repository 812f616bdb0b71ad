/** Why the server does not start, in words for whoever started it; no stack is shown. */
export class StartRefusal extends Error {
  override name = 'StartRefusal';
}
