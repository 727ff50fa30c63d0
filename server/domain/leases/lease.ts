import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Leases, Scope, Store, Transaction } from '../../store/index.ts'

/** Another process has the lease: what this one would still write is not wanted. */
export class LeaseLost extends Error {}

export type Lease = {
  holder: string
  /** Aborted when the work has to stop: the lease is lost, or the worker stops. */
  signal: AbortSignal
  /** Asks the work to stop. */
  end: () => void
  /** Writes, and renews the lease in the same transaction. Throws when another has it. */
  write: <Result>(
    scope: Scope,
    work: (transaction: Transaction) => Promise<Result>,
  ) => Promise<Result>
}

/** What is written together with the release. */
type LastWrite = (transaction: Transaction) => Promise<void>

type LeaseOptions<Key> = {
  store: Store
  leases: Pick<Leases<Key>, 'claim' | 'renew' | 'release'>
  /** Milliseconds after which the work of a node that died is taken up by another. */
  leaseMs: number
  /** Asks the work to stop. */
  signal?: AbortSignal
}

/**
 * Works on a row as the only one on all nodes that does, or not at all when another does. Work that fails
 * keeps its lease: no node takes it up again before that ends.
 */
export async function whileHolding<Key>(
  key: Key,
  { store, leases, leaseMs, signal }: LeaseOptions<Key>,
  work: (lease: Lease) => Promise<LastWrite | undefined>,
): Promise<void> {
  const holder = newId()
  const now = clock.now()
  const isMine = await store.transactIn('nothing', (transaction) =>
    leases.claim(transaction, key, { holder, until: now + leaseMs, now }),
  )
  if (!isMine) return
  const renew = async (transaction: Transaction) => {
    const isHeld = await leases.renew(transaction, key, { holder, until: clock.now() + leaseMs })
    if (!isHeld) throw new LeaseLost('Another process holds the lease.')
  }
  const write: Lease['write'] = (scope, writing) =>
    store.transactIn(scope, async (transaction) => {
      await renew(transaction)
      return writing(transaction)
    })
  const ending = new AbortController()
  const end = () => ending.abort()
  let fault: unknown
  const heartbeat = setInterval(() => {
    store.transactIn('nothing', renew).catch((error: unknown) => {
      fault ??= error
      end()
    })
  }, leaseMs / 3)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted === true) end()
  try {
    const lastWrite = await ignoringLoss(work({ holder, signal: ending.signal, end, write }))
    await store.transactIn('nothing', async (transaction) => {
      await lastWrite?.(transaction)
      await leases.release(transaction, key, holder)
    })
  } finally {
    clearInterval(heartbeat)
    signal?.removeEventListener('abort', end)
  }
  if (fault !== undefined && !(fault instanceof LeaseLost)) throw fault
}

async function ignoringLoss<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    throw error
  }
}
