import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies; an empty one counts as none, since legacy clients name the content type and send nothing.
 * `__proto__` and `constructor.prototype` are dropped like any unknown field.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') done(null, undefined);
    else void parse(request, text, done);
  });
  app.removeContentTypeParser('text/plain');
}
