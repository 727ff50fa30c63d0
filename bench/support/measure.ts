import type { Bare, Load, Quire } from './children.ts'
import type { Job, Outcome } from './load.ts'
import { type Memory, processorTimeOf, watchMemory } from './process-usage.ts'
import type { Work } from './work.ts'

/** How long to measure: some rounds, in each of which the bare server and Quire take a turn. */
export type RoundLengths = { rounds: number; bareMilliseconds: number; milliseconds: number }

export type Stage = { quire: Quire; bare: Bare; load: Load; key: string }

export type Figures = {
  perSecond: number
  p50: number
  p99: number
  /** Processor time of the server for one request, in microseconds. */
  processorTime: number | undefined
  /** The part of a core the load generator used: near 1 it is the load that is measured. */
  loadBusy: number
}

export type Measurement = {
  work: string
  connections: number
  quire: Figures
  bare: Figures
  /** Requests per second, as a part of the bare server's beside it: the median of the rounds. */
  ratio: number
  /** The bare server's processor time for a request, as a part of Quire's: other programs hardly move it. */
  processorRatio: number
  memory: Memory
}

type Slice = { outcome: Outcome; processorTime: number | undefined }

/**
 * Measures one kind of request against the bare server, in turns, so that a machine that gets slower or
 * faster meanwhile does so for both.
 */
export async function measure(
  stage: Stage,
  work: Work,
  connections: number,
  lengths: RoundLengths,
): Promise<Measurement> {
  const { quire, bare, load } = stage
  const max = work.once === undefined ? {} : { max: Math.max(work.once * connections, 100) }
  const { path, bodies, headers = {}, name } = work
  const shared = { path, bodies, headers, connections, key: stage.key }
  const quireJob = {
    ...shared,
    ...max,
    name,
    port: quire.port,
    milliseconds: lengths.milliseconds,
  }
  const bareJob = {
    ...shared,
    name: 'bare',
    port: bare.port,
    milliseconds: lengths.bareMilliseconds,
  }

  const warmUp = await load.run({ ...quireJob, milliseconds: lengths.milliseconds / 2 })
  await bare.answerWith(bodies === undefined ? warmUp.sample : JSON.parse(warmUp.sample))
  await load.run({ ...bareJob, milliseconds: lengths.bareMilliseconds / 2 })

  const memory = watchMemory(quire.pid)
  const rounds: { quire: Slice; bare: Slice }[] = []
  for (let round = 0; round < lengths.rounds; round += 1) {
    rounds.push({
      bare: await runSlice(load, bareJob, bare.pid),
      quire: await runSlice(load, quireJob, quire.pid),
    })
  }
  const ours = figures(rounds.map((round) => round.quire))
  const limit = figures(rounds.map((round) => round.bare))
  return {
    work: name,
    connections,
    quire: ours,
    bare: limit,
    processorRatio: (limit.processorTime ?? Number.NaN) / (ours.processorTime ?? Number.NaN),
    ratio: median(rounds.map((round) => rate(round.quire) / rate(round.bare))),
    memory: memory.stop(),
  }
}

async function runSlice(load: Load, job: Job, pid: number): Promise<Slice> {
  const before = processorTimeOf(pid)
  const outcome = await load.run(job)
  const after = processorTimeOf(pid)
  const isKnown = before !== undefined && after !== undefined
  return { outcome, processorTime: isKnown ? after - before : undefined }
}

function rate({ outcome }: Slice): number {
  return (outcome.answers / outcome.milliseconds) * 1000
}

function figures(slices: readonly Slice[]): Figures {
  const sum = (of: (slice: Slice) => number) =>
    slices.reduce((total, slice) => total + of(slice), 0)
  const answers = sum(({ outcome }) => outcome.answers)
  const milliseconds = sum(({ outcome }) => outcome.milliseconds)
  const latencies = slices.flatMap(({ outcome }) => [...outcome.latencies]).sort((a, b) => a - b)
  const seconds = sum(({ processorTime }) => processorTime ?? Number.NaN)
  return {
    perSecond: (answers / milliseconds) * 1000,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processorTime: Number.isNaN(seconds) ? undefined : (seconds / answers) * 1e6,
    loadBusy: sum(({ outcome }) => outcome.busy) / slices.length,
  }
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}
