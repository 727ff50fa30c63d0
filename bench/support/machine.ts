import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** The first lines of every report: figures say little without the machine they were made on. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = (totalmem() / 1e9).toFixed(1)
  const [load = 0] = loadavg()
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · Node ${process.versions.node} · SQLite ${process.versions['sqlite'] ?? ''}`,
    `${availableParallelism()} cores of ${model} · ${memory} GB · ${platform()} ${release()} · load average before the run ${load.toFixed(2)}`,
  ].join('\n')
}
