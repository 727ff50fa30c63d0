import { timingSafeEqual } from 'node:crypto'
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, type Metric, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { unknownEventCounts } from '../domain/events/stored-events.ts'
import { AppError } from '../lib/errors.ts'
import type { Store } from '../store/index.ts'
import { RequestDurations } from './request-durations.ts'
import { routeOf } from './requests/route.ts'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/
const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i
/** Headers that proxies add. */
const proxyHeaders =
  /^(?:via$|forwarded$|x-forwarded|x-real-ip$|x-client|true-client-ip$|cf-|x-envoy|x-original)/

type MetricsSettings = Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>

/** Counts requests and serves `/metrics` in the Prometheus text format. */
export function registerMetrics(
  server: FastifyInstance,
  store: Store,
  { metricsToken: token, publicUrl, trustProxy }: MetricsSettings,
): void {
  const isBehindProxy = publicUrl !== undefined || trustProxy !== false
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quire_' })
  countRequests(server, registry)
  watchStore(registry, store)
  countUnknownEvents(registry)
  server.get('/metrics', { config: { open: true } }, async (request, reply) => {
    if (token === undefined) requireLocal(request, isBehindProxy)
    else requireToken(request, token)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function countRequests(server: FastifyInstance, registry: Registry): void {
  const durations = new RequestDurations()
  // SAFETY: of a metric the registry uses its name, and `get` for what it holds.
  registry.registerMetric(durations as unknown as Metric)
  server.addHook('onResponse', (request, reply, done) => {
    done()
    const { config } = routeOf(request)
    if (config.isStream === true && reply.statusCode === 200) return
    // A file that is missing has lost its route by now.
    const operation = config.operation ?? request.routeOptions.url ?? 'unknown'
    durations.observe(operation, reply.statusCode, reply.elapsedTime / 1000)
  })
}

function watchStore(registry: Registry, store: Store): void {
  new Gauge({
    name: 'quire_store_queue_depth',
    help: 'Writes that wait for the writer.',
    registers: [registry],
    collect() {
      this.set(store.queueDepth())
    },
  })
  new Counter({
    name: 'quire_store_statement_seconds_total',
    help: 'Time spent in each statement of the store.',
    labelNames: ['statement'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, seconds } of store.timings()) this.inc({ statement: name }, seconds)
    },
  })
  new Counter({
    name: 'quire_store_statements_total',
    help: 'How often each statement of the store was run.',
    labelNames: ['statement'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, count } of store.timings()) this.inc({ statement: name }, count)
    },
  })
}

function countUnknownEvents(registry: Registry): void {
  new Counter({
    name: 'quire_unknown_events_total',
    help: 'Stored events that are damaged or from a later version, by reader.',
    labelNames: ['reader'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const [reader, count] of unknownEventCounts()) this.inc({ reader }, count)
    },
  })
}

/**
 * Without a token, only a program on this machine may ask, and not through a proxy. A proxy adds a header, keeps
 * another host, or rewrites the host and then needs PUBLIC_URL.
 */
function requireLocal({ headers, socket }: FastifyRequest, isBehindProxy: boolean): void {
  const isLocal = loopback.test(socket.remoteAddress ?? '') && loopbackHost.test(headers.host ?? '')
  const isDirect = !isBehindProxy && !Object.keys(headers).some((name) => proxyHeaders.test(name))
  if (isLocal && isDirect) return
  throw new AppError('FORBIDDEN', 'Set METRICS_TOKEN and send it as a Bearer token.')
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const given = hash('sha256', headers.authorization ?? '', 'buffer')
  if (timingSafeEqual(given, hash('sha256', `Bearer ${token}`, 'buffer'))) return
  throw new AppError('FORBIDDEN', 'Send the METRICS_TOKEN of this server as a Bearer token.')
}
