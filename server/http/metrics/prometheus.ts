import { collectDefaultMetrics, Counter, Gauge, type Metric, Registry } from 'prom-client'
import { unknownEventCounts } from '../../domain/events/stored-events.ts'
import type { Store } from '../../store/index.ts'
import type { AddedMetric } from './added-metrics.ts'
import type { RequestDurations } from './request-durations.ts'

export type Metrics = {
  contentType: string
  /** All metrics in the Prometheus text format. */
  write: () => Promise<string>
}

export function openMetrics(
  store: Store,
  durations: RequestDurations,
  added: readonly AddedMetric[],
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // The names that 0.2.0 had.
  collectDefaultMetrics({ register: registry, prefix: 'quire_' })
  // SAFETY: of a metric the registry uses its name, and `get` for what it holds.
  registry.registerMetric(durations as unknown as Metric)
  watchStore(registry, store)
  countUnknownEvents(registry)
  for (const metric of added) show(registry, metric)
  return { contentType: registry.contentType, write: () => registry.metrics() }
}

function show(registry: Registry, metric: AddedMetric): void {
  const { name, help, type, label } = metric
  const options = { name, help, registers: [registry] }
  const labelNames = label === undefined ? [] : [label]
  if (type === 'gauge') {
    new Gauge({
      ...options,
      labelNames,
      async collect() {
        this.reset()
        const values = await valuesOf(metric)
        for (const { labels, value } of values) this.set(labels, value)
        if (values.length === 0 && label === undefined) this.remove()
      },
    })
  } else {
    new Counter({
      ...options,
      labelNames,
      async collect() {
        this.reset()
        for (const { labels, value } of await valuesOf(metric)) this.inc(labels, value)
      },
    })
  }
}

type Value = { labels: Record<string, string>; value: number }

/** None if they cannot be read: the other metrics are shown also while the store does not answer. */
async function valuesOf(metric: AddedMetric): Promise<Value[]> {
  try {
    if (metric.label === undefined) return [{ labels: {}, value: await metric.read() }]
    const { label } = metric
    return [...(await metric.read())].map(([key, value]) => ({ labels: { [label]: key }, value }))
  } catch {
    return []
  }
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
