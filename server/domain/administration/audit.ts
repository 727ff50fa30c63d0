import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { storable } from '../../lib/text.ts'
import { audit, type Store, type Transaction } from '../../store/index.ts'
import type { Caller, Context } from '../context.ts'
import type { AuditAction } from './audit-actions.ts'
import { networkOf } from './throttle.ts'

/** The person behind an action, and the client. */
export type AuditActor = Pick<Caller, 'userId' | 'via'> &
  Partial<Pick<Caller, 'keyId' | 'client' | 'browser' | 'run'>>

/** The operator, who runs commands without an account. */
export const operatorActor: AuditActor = { userId: '', via: 'cli' }

export type AuditEntry = {
  action: AuditAction
  /** `done` when left out. */
  outcome?: 'done' | 'refused'
  workspaceId?: string
  /** ID or address of the affected thing. */
  subject?: string
  details?: Record<string, unknown>
}

const maxLength = { subject: 300, userAgent: 300, address: 100, details: 2000 }

/** Adds an entry to the audit log in the transaction of the change. Entries are never changed or removed. */
export async function recordAudit(
  transaction: Transaction,
  { userId, keyId, via, browser, client = browser, run }: AuditActor,
  { action, outcome = 'done', workspaceId, subject, details = {} }: AuditEntry,
): Promise<void> {
  const isOperator = via === 'cli' || userId === ''
  const json = JSON.stringify(details)
  await audit.insert(transaction, {
    id: newId(),
    createdAt: clock.now(),
    workspaceId: workspaceId ?? null,
    actorId: isOperator ? null : userId,
    keyId: keyId ?? null,
    via,
    action,
    outcome,
    subject: textOf(subject, maxLength.subject),
    address: textOf(client?.address, maxLength.address),
    userAgent: textOf(client?.userAgent, maxLength.userAgent),
    runId: run?.id ?? null,
    details: json.length > maxLength.details ? '{"cut":true}' : storable(json),
  })
}

/** Adds an entry for an action that does not change the store, such as a backup. False if the store is read-only. */
export async function noteAudit(
  store: Store,
  actor: AuditActor,
  entry: AuditEntry,
): Promise<boolean> {
  try {
    await store.transactIn('none', (transaction) => recordAudit(transaction, actor, entry))
    return true
  } catch {
    return false
  }
}

/** Limits the recorded refusals, so that a flood cannot fill the disk. */
const hourMs = 3_600_000
const perSource = { max: 60, windowMs: hourMs }
const perServer = { max: 1000, windowMs: hourMs }

/** Adds a refused action to the audit log, up to an hourly limit. Never throws. */
export async function recordRefusal(
  { store, signIn, caller }: Pick<Context, 'store' | 'signIn' | 'caller'>,
  entry: AuditEntry,
): Promise<void> {
  const { address = '' } = caller.client ?? caller.browser ?? {}
  const source = caller.userId === '' ? networkOf(address) : caller.userId
  try {
    signIn.throttle.take(
      { subject: `audit of ${source}`, limit: perSource },
      { subject: 'audit', limit: perServer },
    )
    await store.transactIn('none', (transaction) =>
      recordAudit(transaction, caller, { ...entry, outcome: 'refused' }),
    )
  } catch (error) {
    if (!isRateLimited(error)) caller.browser?.report(error)
  }
}

function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === 'RATE_LIMITED'
}

function textOf(text: string | undefined, max: number): string | null {
  return text === undefined || text === '' ? null : storable(text.slice(0, max))
}
