import type { FastifyInstance } from 'fastify'
import type { LiveCounters } from './counters.ts'

/** Shows the counters at `/metrics`. */
export function countLive(server: FastifyInstance, counters: LiveCounters): void {
  server.addMetric({
    name: 'quire_live_connections',
    help: 'Open connections of live pages: WebSockets and event streams.',
    type: 'gauge',
    read: () => counters.connections,
  })
  server.addMetric({
    name: 'quire_live_pages',
    help: 'Pages that are open on this node.',
    type: 'gauge',
    read: () => counters.pages,
  })
  server.addMetric({
    name: 'quire_live_batches_total',
    help: 'Batches of steps that were accepted.',
    type: 'counter',
    read: () => counters.batches,
  })
  server.addMetric({
    name: 'quire_live_refusals_total',
    help: 'Batches of steps that were refused.',
    type: 'counter',
    read: () => counters.refusals,
  })
  server.addMetric({
    name: 'quire_live_accept_seconds_total',
    help: 'Time from the arrival of batches to their commit, added up.',
    type: 'counter',
    read: () => counters.seconds,
  })
}
