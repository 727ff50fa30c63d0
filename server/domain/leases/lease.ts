import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Leases, Scope, Store, Transaction } from '../../store/index.ts'

/** Another process holds the lease, so this one must stop writing. */
export class LeaseLost extends Error {}

export type Lease = {
  holder: string
  /** Aborted if the lease is lost or the worker stops. */
  signal: AbortSignal
  /** Stops the work. */
  end: () => void
  /** Writes and renews the lease in one transaction. Throws LeaseLost. */
  write: <Result>(
    scope: Scope,
    work: (transaction: Transaction) => Promise<Result>,
  ) => Promise<Result>
}

/** Written in the transaction that releases the lease. */
type LastWrite = (transaction: Transaction) => Promise<void>

type LeaseOptions<Key> = {
  store: Store
  leases: Pick<Leases<Key>, 'claim' | 'renew' | 'release'>
  /** Milliseconds after which the work of a node that died is taken up by another. */
  leaseMs: number
  /** Stops the work. */
  signal?: AbortSignal
}

/**
 * Runs work while holding the lease of a row, or not at all if another process holds it. Failed work keeps its
 * lease, so that no process retries before it expires.
 */
export async function whileHolding<Key>(
  key: Key,
  { store, leases, leaseMs, signal }: LeaseOptions<Key>,
  work: (lease: Lease) => Promise<LastWrite | undefined>,
): Promise<void> {
  const holder = newId()
  const isClaimed = await store.transactIn('none', async (transaction) => {
    const now = await transaction.now()
    const lease = { holder, until: now + leaseMs, now, dueBy: clock.now() }
    return leases.claim(transaction, key, lease)
  })
  if (!isClaimed) return
  const renew = async (transaction: Transaction) => {
    const until = (await transaction.now()) + leaseMs
    const isRenewed = await leases.renew(transaction, key, { holder, until })
    if (!isRenewed) throw new LeaseLost('Another process holds the lease.')
  }
  const write: Lease['write'] = (scope, writing) =>
    store.transactIn(scope, async (transaction) => {
      await renew(transaction)
      return writing(transaction)
    })
  const ending = new AbortController()
  const end = () => ending.abort()
  let failure: unknown
  const heartbeat = setInterval(() => {
    store.transactIn('none', renew).catch((error: unknown) => {
      failure ??= error
      end()
    })
  }, leaseMs / 3)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted === true) end()
  try {
    const lastWrite = await ignoreLoss(work({ holder, signal: ending.signal, end, write }))
    await store.transactIn('none', async (transaction) => {
      await lastWrite?.(transaction)
      await leases.release(transaction, key, holder)
    })
  } finally {
    clearInterval(heartbeat)
    signal?.removeEventListener('abort', end)
  }
  if (failure !== undefined && !(failure instanceof LeaseLost)) throw failure
}

async function ignoreLoss<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    throw error
  }
}
