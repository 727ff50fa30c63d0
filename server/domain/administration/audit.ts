import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { storable } from '../../lib/text.ts'
import { audit, type Store, type Transaction } from '../../store/index.ts'
import type { Caller, Context } from '../context.ts'
import type { AuditAction } from './audit-actions.ts'
import { networkOf } from './throttle.ts'

/** Who acts, and from where. */
export type AuditActor = Pick<Caller, 'userId' | 'via'> &
  Partial<Pick<Caller, 'keyId' | 'client' | 'visit'>>

/** A command of the operator, who acts for nobody in particular. */
export const operatorActor: AuditActor = { userId: '', via: 'cli' }

export type AuditEntry = {
  action: AuditAction
  /** `done` when left out. */
  outcome?: 'done' | 'refused'
  workspaceId?: string
  /** The id or address of what is acted on. */
  subject?: string
  details?: Record<string, unknown>
}

const longest = { subject: 300, userAgent: 300, address: 100, details: 2000 }

/** Adds to the audit log, in the transaction of the change itself. Nothing ever changes or removes an entry. */
export async function recordAudit(
  transaction: Transaction,
  { userId, keyId, via, visit, client = visit }: AuditActor,
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
    subject: textOf(subject, longest.subject),
    address: textOf(client?.address, longest.address),
    userAgent: textOf(client?.userAgent, longest.userAgent),
    details: json.length > longest.details ? '{"cut":true}' : storable(json),
  })
}

/** Adds what changes nothing in the store, such as a backup, which a store that cannot be written to allows too. */
export async function noteAudit(
  store: Store,
  actor: AuditActor,
  entry: AuditEntry,
): Promise<boolean> {
  try {
    await store.transactIn('nothing', (transaction) => recordAudit(transaction, actor, entry))
    return true
  } catch {
    return false
  }
}

/** Refusals recorded of one source, and of all: a flood of them must not fill the disk. */
const hour = 3_600_000
const perSource = { most: 60, window: hour }
const perServer = { most: 1000, window: hour }

/** Adds what was refused to the audit log, up to so many an hour. Never fails itself. */
export async function recordRefusal(
  { store, signIn, caller }: Pick<Context, 'store' | 'signIn' | 'caller'>,
  entry: AuditEntry,
): Promise<void> {
  const { address = '' } = caller.client ?? caller.visit ?? {}
  const source = caller.userId === '' ? networkOf(address) : caller.userId
  try {
    signIn.attempts.take(
      { subject: `audit of ${source}`, limit: perSource },
      { subject: 'audit', limit: perServer },
    )
    await store.transactIn('nothing', (transaction) =>
      recordAudit(transaction, caller, { ...entry, outcome: 'refused' }),
    )
  } catch (error) {
    if (!isBound(error)) caller.visit?.report(error)
  }
}

function isBound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'RATE_LIMITED'
}

function textOf(text: string | undefined, most: number): string | null {
  return text === undefined || text === '' ? null : storable(text.slice(0, most))
}
