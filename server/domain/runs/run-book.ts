import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { clock } from '../../lib/clock.ts'
import { invalidInput } from '../../lib/errors.ts'
import { idFromHex, newId } from '../../lib/ids.ts'
import { type Reader, runs } from '../../store/index.ts'
import type { CallerRun, RunCaller } from './caller-run.ts'
import { clientOf, productOf } from './clients.ts'

/** Changes further apart are separate runs. */
export const maxPauseMs = 30 * 60_000
/** How often a run that goes on is noted in the store. */
const storedEveryMs = 60_000
const maxRemembered = 10_000
const nameFormat = /^[\x21-\x7e]{1,200}$/

type Entry = { run: runs.RunRow; lastAt: number; storedAt: number }

/** The runs of this process, so that a write needs no statement to find its own. */
export class RunBook {
  readonly #reader: Reader
  readonly #entries = new LRUCache<string, Promise<Entry>>({ max: maxRemembered })

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** The run that a write of the caller belongs to. Throws VALIDATION_FAILED for a name that none can have. */
  async of(
    caller: RunCaller,
    workspaceId: string,
    reader: Reader = this.#reader,
  ): Promise<CallerRun> {
    const name = nameOf(caller)
    const scope = scopeOf(caller)
    const key = `${workspaceId} ${scope} ${name}`
    const now = clock.now()
    const remembered = this.#entries.get(key)
    const known = await remembered
    if (known !== undefined && (name !== '' || now - known.lastAt < maxPauseMs)) {
      return use(known, now)
    }
    // Another write of the same program has begun a run meanwhile.
    if (this.#entries.get(key) !== remembered) return this.of(caller, workspaceId, reader)
    const finding = this.#find(reader, { caller, workspaceId, scope, name }, now)
    this.#entries.set(key, finding)
    finding.catch(() => this.#entries.delete(key))
    return use(await finding, now)
  }

  /** Another node may have continued the run. */
  async #find(
    reader: Reader,
    { caller, workspaceId, scope, name }: Wanted,
    now: number,
  ): Promise<Entry> {
    const found = name === '' ? await runs.latest(reader, workspaceId, scope) : undefined
    const isSame = found !== undefined && now - found.lastAt < maxPauseMs
    const unnamedId = isSame ? found.id : newId()
    const run = {
      workspaceId,
      id: name === '' ? unnamedId : idOf(ownerOf(caller), name),
      userId: caller.userId,
      keyId: caller.keyId ?? null,
      scope,
      via: caller.via,
      client: clientOf(caller),
      name,
      startedAt: now,
    }
    return { run, lastAt: now, storedAt: isSame ? found.lastAt : 0 }
  }
}

type Wanted = { caller: RunCaller; workspaceId: string; scope: string; name: string }

function use(entry: Entry, now: number): CallerRun {
  entry.lastAt = Math.max(entry.lastAt, now)
  const { id } = entry.run
  if (now - entry.storedAt < storedEveryMs) return { id }
  const onStored = () => {
    entry.storedAt = now
  }
  return { id, unstored: entry.run, onStored }
}

/** A name that a program gives belongs to its key, so that no other key can add to its runs. */
function ownerOf({ keyId, sessionId, visitor, via, userId }: RunCaller): string {
  return keyId ?? sessionId ?? visitor?.id ?? `${via} ${userId}`
}

function scopeOf(caller: RunCaller): string {
  const owner = ownerOf(caller)
  if (caller.keyId === undefined) return owner
  return `${owner} ${caller.via} ${caller.program?.name ?? productOf(caller)}`
}

function nameOf({ runName, runSuffix }: RunCaller): string {
  if (runName === undefined) return ''
  if (typeof runName === 'string' && nameFormat.test(runName)) {
    return runSuffix === undefined ? runName : `${runName} ${runSuffix}`
  }
  const message =
    'must have 1 to 200 printable ASCII characters without spaces; over MCP it is quire/run in _meta'
  throw invalidInput([{ path: '/Quire-Run', rule: 'header', message }])
}

/** The same for a name of a key on every node. A UUID of version 8 (RFC 9562). */
function idOf(owner: string, name: string): string {
  return idFromHex(createHash('sha256').update(`${owner}\n${name}`).digest('hex'), 8)
}
