import type { UploadBound } from '../files/upload-bound.ts'
import type { Measurement } from './measure.ts'
import type { Memory } from './process-usage.ts'
import { type Column, digits, formatTable } from './table.ts'
import { mostMemory, mostStartTime, targetConnections, targets, verdict } from './targets.ts'

/** From here on the load generator may be what holds a figure down. */
const loadBound = 0.95

const columns: Column[] = [
  { heading: 'work', left: true },
  { heading: 'connections' },
  { heading: 'requests/s' },
  { heading: 'p50 ms' },
  { heading: 'p99 ms' },
  { heading: 'cpu µs' },
  { heading: 'bare/s' },
  { heading: 'bare cpu µs' },
  { heading: 'cpu ratio' },
  { heading: 'ratio' },
  { heading: 'must' },
  { heading: 'aim' },
  { heading: '', left: true },
]

/** The main table: each row a kind of work beside the bare limit measured with it. */
export function reportSpeed(measurements: readonly Measurement[]): string {
  const isBound = measurements.some(({ bare }) => bare.loadBusy > loadBound)
  const note = isBound
    ? '\n* The load generator used its whole core here: the bare server could have answered more.'
    : ''
  return formatTable(columns, measurements.map(toRow)) + note
}

function toRow({ work, connections, quire, bare, ratio, processorRatio }: Measurement): string[] {
  const target = connections === targetConnections ? targets[work] : undefined
  return [
    work,
    String(connections),
    digits(quire.perSecond),
    digits(quire.p50),
    digits(quire.p99),
    digits(quire.processorTime),
    digits(bare.perSecond) + (bare.loadBusy > loadBound ? '*' : ''),
    digits(bare.processorTime),
    digits(processorRatio),
    digits(ratio),
    target === undefined ? '' : String(target.must),
    target === undefined ? '' : String(target.aim),
    verdict(ratio, target),
  ]
}

export function reportMemory(idle: Memory, measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ work, connections, memory }) => ({
    name: `most under load: ${work}, ${connections} connections`,
    memory,
  }))
  const [most] = rows.toSorted((a, b) => b.memory.resident - a.memory.resident)
  const row = (name: string, { resident, mapped }: Memory, limit: number) => [
    name,
    digits(resident),
    digits(resident - mapped),
    String(limit),
    resident < limit ? 'ok' : 'above',
  ]
  return formatTable(
    [
      { heading: 'memory', left: true },
      { heading: 'resident MB' },
      { heading: 'without mapped files' },
      { heading: 'must be under' },
      { heading: '', left: true },
    ],
    [
      row('idle', idle, mostMemory.idle),
      ...(most === undefined ? [] : [row(most.name, most.memory, mostMemory.loaded)]),
    ],
  )
}

export function reportStarts(starts: { store: string; milliseconds: number }[]): string {
  return formatTable(
    [
      { heading: 'start to first answer', left: true },
      { heading: 'ms' },
      { heading: 'must be under' },
      { heading: '', left: true },
    ],
    starts.map(({ store, milliseconds }) => [
      store,
      digits(milliseconds),
      String(mostStartTime),
      milliseconds < mostStartTime ? 'ok' : 'above',
    ]),
  )
}

/** What an upload would take if the server did nothing but what cannot be left out. */
export function reportUpload(
  { parse, decode, write }: UploadBound,
  measurements: readonly Measurement[],
): string {
  const bound = parse + decode + write
  const rows = [
    ['JSON.parse alone', digits(parse), digits(1000 / parse)],
    ['base64 decoding alone', digits(decode), digits(1000 / decode)],
    ['write and fsync alone', digits(write), digits(1000 / write)],
    ['the three, one after the other', digits(bound), digits(1000 / bound)],
    ...measurements.map(({ connections, quire }) => [
      `Quire, ${connections} connections: ${digits((quire.perSecond * bound) / 1000)} of that`,
      digits(1000 / quire.perSecond),
      digits(quire.perSecond),
    ]),
  ]
  return formatTable(
    [{ heading: 'upload of 1 MiB', left: true }, { heading: 'ms' }, { heading: 'per second' }],
    rows,
  )
}
