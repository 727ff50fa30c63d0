import type { UploadBound } from '../files/upload-bound.ts'
import type { Measurement } from './measure.ts'
import type { Memory } from './process-usage.ts'
import type { StartPart } from './start-parts.ts'
import { type Column, digits, formatTable } from './table.ts'
import {
  maxMemoryMegabytes,
  maxStartRatio,
  targetConnections,
  targets,
  verdict,
} from './targets.ts'

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

/** Of the process: before the first request, and after the last. */
export type MemoryOfRun = { idle: Memory; atEnd: Memory }

export function reportMemory(
  { idle, atEnd }: MemoryOfRun,
  measurements: readonly Measurement[],
): string {
  const rows = measurements.map(({ work, connections, memory }) => ({
    name: `most under load: ${work}, ${connections} connections`,
    memory,
  }))
  const [max] = rows.toSorted((a, b) => b.memory.resident - a.memory.resident)
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
      row('idle', idle, maxMemoryMegabytes.idle),
      ...(max === undefined ? [] : [row(max.name, max.memory, maxMemoryMegabytes.loaded)]),
      row('at the end of the run', atEnd, maxMemoryMegabytes.atEnd),
    ],
  )
}

/** A start without a limit is only printed. */
export type Start = { store: string; milliseconds: number; limit?: number }

export function reportStarts(starts: readonly Start[], bare: number): string {
  return formatTable(
    [
      { heading: 'start to first answer', left: true },
      { heading: 'ms' },
      { heading: 'must be under' },
      { heading: '', left: true },
      { heading: 'times `node -e 0`' },
      { heading: 'aim' },
      { heading: '', left: true },
    ],
    [
      ...starts.map(({ store, milliseconds, limit }) => [
        store,
        digits(milliseconds),
        ...(limit === undefined
          ? ['', '']
          : [String(limit), milliseconds < limit ? 'ok' : 'above']),
        digits(milliseconds / bare),
        ...(limit === undefined
          ? ['', '']
          : [String(maxStartRatio), milliseconds < bare * maxStartRatio ? 'ok' : 'above']),
      ]),
      ['`node -e 0`', digits(bare), '', '', '', '', ''],
    ],
  )
}

export function reportStartParts(parts: readonly StartPart[]): string {
  const total = parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return formatTable(
    [
      { heading: 'part of a start, main thread, profiled', left: true },
      { heading: 'ms' },
      { heading: 'share' },
    ],
    parts.map(({ name, milliseconds }) => [
      name,
      digits(milliseconds),
      `${Math.round((milliseconds / total) * 100)} %`,
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

type Limit = { name: string; measured: number; limit: number; isMin: boolean }

/** All limits of the run in one table. */
export function reportLimits(
  starts: readonly Start[],
  { idle, atEnd }: MemoryOfRun,
  measurements: readonly Measurement[],
): string {
  const limits: Limit[] = [
    ...ratioLimits(measurements),
    ...starts.flatMap(({ store, milliseconds: measured, limit }) =>
      limit === undefined
        ? []
        : [{ name: `start to first answer, ms: ${store}`, measured, limit, isMin: false }],
    ),
    {
      name: 'memory when idle, MB',
      measured: idle.resident,
      limit: maxMemoryMegabytes.idle,
      isMin: false,
    },
    {
      name: 'memory at the end, MB',
      measured: atEnd.resident,
      limit: maxMemoryMegabytes.atEnd,
      isMin: false,
    },
  ]
  const rows = limits.map(({ name, measured, limit, isMin }) => [
    name,
    digits(measured),
    `${isMin ? 'at least' : 'at most'} ${limit}`,
    (isMin ? measured >= limit : measured <= limit) ? 'pass' : 'FAIL',
  ])
  return formatTable(
    [
      { heading: 'limit', left: true },
      { heading: 'measured' },
      { heading: 'must be' },
      { heading: '', left: true },
    ],
    rows,
  )
}

function ratioLimits(measurements: readonly Measurement[]): Limit[] {
  return measurements.flatMap(({ work, connections, ratio }) => {
    const target = connections === targetConnections ? targets[work] : undefined
    if (target === undefined) return []
    const name = `${work}, ratio at ${connections} connections`
    return [{ name, measured: ratio, limit: target.must, isMin: true }]
  })
}
