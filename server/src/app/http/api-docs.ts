import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Upload } from '@hai-dang/contract/lib/endpoint.ts';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Describes the calls mounted after it, from the contract itself: OpenAPI at /docs/json, a page to read at /docs. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Hải Đăng', description: "The administrators' API", version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (input) => {
      const transformed = jsonSchemaTransform(input);
      const upload = input.route.config?.upload;
      return upload ? { ...transformed, schema: withFiles(transformed.schema, upload) } : transformed;
    },
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { tagsSorter: 'alpha' } });
}

/** The files of a call, beside the fields of its body. */
function withFiles(schema: FastifySchema, { field, maxFiles }: Upload): FastifySchema {
  const body = schema.body as { properties?: object; required?: string[] };
  const file = { type: 'string', format: 'binary' };
  const files = maxFiles === 1 ? file : { type: 'array', items: file, minItems: 1, maxItems: maxFiles };
  const properties = { ...body.properties, [field]: files };
  return { ...schema, body: { ...body, properties, required: [...(body.required ?? []), field] } };
}
