import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addresses } from '../../testing/endpoint-samples.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: Array<{ name: string; in: string; required: boolean }>;
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Description {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object; schemas?: object };
}

let testApp: TestApp;
let description: Description;
beforeAll(async () => {
  testApp = await buildTestApp({ apiDocs: true });
  description = (await testApp.app.inject('/docs/json')).json();
});
afterAll(() => testApp.close());

const operationAt = (method: string, path: string) =>
  description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

describe('OpenAPI document', () => {
  test('is version 3.1 with a title and a version', () => {
    expect(description.openapi).toMatch(/^3\.1\./);
    expect(description.info).toMatchObject({ title: 'Hải Đăng', version: expect.any(String) });
  });

  test('has exactly the paths of the contract', () => {
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      addresses.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  test.each(endpoints)(
    '$name: matches the contract',
    ({ name, method, path, summary, access, params, body, media }) => {
      const operation = operationAt(method, path);
      expect(operation).toMatchObject({ operationId: name, summary, tags: [expect.any(String)] });
      expect(operation?.security).toEqual(access === 'public' ? [] : [{ bearer: [] }]);
      const named = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
      expect((operation?.parameters ?? []).filter((parameter) => parameter.in === 'path').map((p) => p.name)).toEqual(
        named,
      );
      expect(params !== undefined).toBe(named.length > 0);
      expect(operation?.requestBody !== undefined).toBe(body !== undefined);
      const success = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2'));
      expect(success?.[1].content?.[media]?.schema).toMatchObject({
        type: media === 'application/json' ? 'object' : 'string',
      });
    },
  );

  test('lists the endpoints by feature, aliases included', () => {
    const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
    const tagged = Map.groupBy(operations, ({ tags = [] }) => tags.join());
    expect([...tagged.keys()].toSorted()).toEqual([...new Set(endpoints.map(({ feature }) => feature))].toSorted());
    expect(operationAt('GET', '/api/admin/users')?.tags).toEqual(['users']);
    expect(operationAt('POST', '/api/admin/online-users')?.tags).toEqual(['chat']);
  });

  test('has a unique operationId for each', () => {
    const ids = Object.values(description.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ operationId }) => operationId ?? []);
    expect([...ids].sort()).toEqual(endpoints.map(({ name }) => name).sort());
  });

  test('has no unresolved reference', () => {
    const text = JSON.stringify(description);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], description);
      expect(target, pointer).toBeDefined();
    }
    expect(text).not.toMatch(/"\$ref":"(?!#\/)/);
  });
});

test('API docs: there is a page that shows the document', async () => {
  const page = await testApp.app.inject('/docs/');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  for (const [, file = ''] of page.body.matchAll(/(?:src|href)="\.?\/?([^"]+\.(?:js|css))"/g)) {
    const { statusCode } = await testApp.app.inject(file.startsWith('docs/') ? `/${file}` : `/docs/${file}`);
    expect(statusCode, file).toBe(200);
  }
});

test('API docs: neither page nor document exists unless enabled', async () => {
  const without = await buildTestApp();
  for (const url of ['/docs', '/docs/', '/docs/json', '/docs/static/index.html']) {
    expect((await without.app.inject(url)).statusCode).toBe(404);
  }
  await without.close();
});
