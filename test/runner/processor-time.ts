import { readFileSync } from 'node:fs'

/** Processor time of this process and of those that have ended below it. */
export function usedSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + endedChildrenSeconds()
}

/** Linux tells of ended children; elsewhere only the process itself is counted. */
function endedChildrenSeconds(): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}
