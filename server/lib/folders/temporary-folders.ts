import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** In a container, a process often has the number of the one before. */
const startedAt = Math.floor(performance.timeOrigin)
const named = /^quire-(?:import|export)-([\da-f]{8})-(\d{1,10})-(\d{1,15})-/

/** A new folder for the files of an import or export, whose name says which process uses it. */
export function createTemporaryFolder(purpose: 'import' | 'export'): Promise<string> {
  return mkdtemp(join(tmpdir(), `quire-${purpose}-${host}-${process.pid}-${startedAt}-`))
}

/** Removes one whose content was used. If the disk fails, the next start removes it. */
export async function removeTemporaryFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined)
}

/** Removes those of processes on this machine that ended without removing them. */
export async function removeAbandonedFolders(parent = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, itsHost, pid, itsStart] = named.exec(name) ?? []
    if (itsHost !== host) continue
    const isOwn = Number(pid) === process.pid
    if (isOwn ? Number(itsStart) === startedAt : isRunning(Number(pid))) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
