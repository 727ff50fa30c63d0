import { timingSafeEqual } from 'node:crypto'
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { AppError } from '../../lib/errors.ts'
import { loadLater } from '../../lib/load-later.ts'
import type { Store } from '../../store/index.ts'
import { routeOf } from '../requests/route.ts'
import type { AddedMetric } from './added-metrics.ts'
import type { Metrics } from './prometheus.ts'
import { RequestDurations } from './request-durations.ts'

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
  const durations = countRequests(server)
  const added: AddedMetric[] = []
  server.decorate('addMetric', (metric) => added.push(metric))
  let opened: Promise<Metrics> | undefined
  const open = () =>
    (opened ??= import('./prometheus.ts').then(({ openMetrics }) =>
      openMetrics(store, durations, added),
    ))
  server.addHook('onListen', async () => loadLater(open))
  server.get('/metrics', { config: { open: true } }, async (request, reply) => {
    if (token === undefined) requireLocal(request, isBehindProxy)
    else requireToken(request, token)
    const { contentType, write } = await open()
    return reply.type(contentType).send(await write())
  })
}

function countRequests(server: FastifyInstance): RequestDurations {
  const durations = new RequestDurations()
  server.addHook('onResponse', (request, reply, done) => {
    done()
    const { config } = routeOf(request)
    if (config.isStream === true && reply.statusCode === 200) return
    // A file that is missing has lost its route by now.
    const operation = config.operation ?? request.routeOptions.url ?? 'unknown'
    durations.observe(operation, reply.statusCode, reply.elapsedTime / 1000)
  })
  return durations
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
