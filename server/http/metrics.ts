import { timingSafeEqual } from 'node:crypto'
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '../lib/errors.ts'
import type { Store } from '../store/index.ts'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Counts every request, and shows the figures at `/metrics` in the Prometheus text format. */
export function measure(server: FastifyInstance, store: Store, token: string | undefined): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quire_' })
  countRequests(server, registry)
  watchStore(registry, store)
  server.get('/metrics', { config: { open: true } }, async (request, reply) => {
    requireReader(request, token)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function countRequests(server: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'quire_request_duration_seconds',
    help: 'Time from the request to its answer, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    buckets,
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    if (config.isStream === true && reply.statusCode === 200) return
    const operation = config.operation ?? url ?? 'unknown'
    duration.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000)
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

/** With a token, whoever shows it; without, only this machine, and nobody who comes through a proxy. */
function requireReader({ headers, socket }: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    const isLocal = loopback.test(socket.remoteAddress ?? '')
    if (isLocal && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)
      return
    throw new AppError('FORBIDDEN', 'Set METRICS_TOKEN and send it as a Bearer token.')
  }
  const given = hash('sha256', headers.authorization ?? '', 'buffer')
  if (timingSafeEqual(given, hash('sha256', `Bearer ${token}`, 'buffer'))) return
  throw new AppError('FORBIDDEN', 'Send the METRICS_TOKEN of this server as a Bearer token.')
}
