import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const megabyte = 1_000_000

/** `mapped` is the part of `resident` that the system can drop at once: mapped files, the store's among them. */
export type Memory = { resident: number; mapped: number }

/** Memory of a process in megabytes. */
export function memoryOf(pid: number): Memory {
  const status = readProc(pid, 'status')
  if (status !== undefined) {
    const read = (name: string) =>
      (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024) / megabyte
    return { resident: read('VmRSS'), mapped: read('RssFile') }
  }
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return { resident: (Number(kilobytes) * 1024) / megabyte, mapped: 0 }
}

/** Seconds of processor time a process has used so far; undefined where the system does not tell. */
export function processorTimeOf(pid: number): number | undefined {
  const stat = readProc(pid, 'stat')
  // The name in the second field may hold spaces; utime and stime are the 14th and 15th field.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) / 100
}

/** Watches the memory of a process until `stop`, which gives the most that was seen. */
export function watchMemory(pid: number): { stop: () => Memory } {
  let max: Memory = memoryOf(pid)
  const look = () => {
    const now = memoryOf(pid)
    if (now.resident > max.resident) max = now
  }
  const timer = setInterval(look, 100)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return max
    },
  }
}

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
