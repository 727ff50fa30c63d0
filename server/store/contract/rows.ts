import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { newId } from '../../lib/ids.ts'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import type { Reader, Store, Transaction } from '../connection.ts'
import type { FileRow } from '../files/files.ts'
import * as pages from '../pages/pages.ts'
import * as users from '../people/users.ts'
import * as workspaces from '../people/workspaces.ts'
import { systemViewer } from '../rights/viewer.ts'
import { type Statement, statement } from '../statement.ts'
import type { AttemptRow } from '../webhooks/attempts.ts'
import type { NewDelivery } from '../webhooks/deliveries.ts'
import type { WebhookAddress } from '../webhooks/endpoints.ts'
import type { Dialect, Opened } from './dialect.ts'

/** A row as an ordinary object: drivers may use another prototype. */
export function plain<Row extends object>(row: Row | undefined): Row | undefined {
  return row === undefined ? undefined : { ...row }
}

/** A complete row from the columns that a test sets. */
export function userRow(columns: Partial<users.UserRow> = {}): users.UserRow {
  const id = newId()
  const names = { firstName: 'A', lastName: 'B', emailVerified: 0 } as const
  const account = { createdAt: 1, language: null, kind: 'person', disabledAt: null } as const
  return { id, email: `${id}@example.com`, ...names, ...account, ...columns }
}

export function workspaceRow(
  columns: Partial<workspaces.WorkspaceRow> = {},
): workspaces.WorkspaceRow {
  const id = newId()
  return { id, name: 'Lab', slug: id, createdAt: 1, ...columns }
}

export function pageRow(
  { workspaceId, userId }: Fixture,
  columns: Partial<pages.NewRow> = {},
): pages.NewRow {
  return {
    workspaceId,
    id: newId(),
    parentId: workspaceId,
    position: 'a0',
    ...defaultStoredFields,
    title: 'Page',
    ownership: 'TEXT',
    type: 'TEXT',
    version: 1,
    createdAt: 1,
    createdBy: userId,
    sectionId: null,
    ...columns,
  }
}

export function fileRow({ workspaceId, userId }: Fixture, columns: Partial<FileRow> = {}): FileRow {
  return {
    workspaceId,
    id: newId(),
    name: 'a.txt',
    mimeType: 'text/plain',
    size: 1,
    sha256: 'aa',
    createdAt: 1,
    createdBy: userId,
    ...columns,
  }
}

/** A workspace and a person, for the foreign keys of other rows. */
export type Fixture = { workspaceId: string; userId: string }

export const attemptRow: AttemptRow = {
  number: 1,
  startedAt: 10,
  duration: 3,
  url: 'https://example.com/',
  headers: '{}',
  address: '93.184.216.34',
  status: 500,
  answerHeaders: '{}',
  isTruncated: 1,
  errorCode: 'http_status',
  errorMessage: 'it answered 500',
}

export function deliveryRow(
  { workspaceId, webhookId }: WebhookAddress,
  columns: Partial<NewDelivery> = {},
) {
  return {
    workspaceId,
    webhookId,
    id: newId(),
    eventId: newId(),
    type: 'page.created',
    sequence: 1,
    number: null,
    pageId: null,
    fileId: null,
    sectionId: null,
    cause: 'event' as const,
    status: 'pending' as const,
    dueAt: 10,
    createdAt: 10,
    completedAt: null,
    ...columns,
  }
}

export async function createFixture(store: Store): Promise<Fixture> {
  const user = userRow()
  const workspace = workspaceRow()
  await store.transact(async (transaction) => {
    await users.insert(transaction, user, null)
    await workspaces.insert(transaction, workspace)
  })
  return { workspaceId: workspace.id, userId: user.id }
}

export async function addPage(
  store: Store,
  fixture: Fixture,
  columns: Partial<pages.NewRow> = {},
): Promise<pages.NewRow> {
  const row = pageRow(fixture, columns)
  await store.transact((transaction) => pages.insert(transaction, row))
  return row
}

export async function isThere(reader: Reader, { workspaceId, id }: pages.NewRow): Promise<boolean> {
  return (await pages.get(reader, systemViewer(workspaceId), id)) !== undefined
}

const eventsStatement = statement<
  { sequence: number; id: string; data: string },
  { workspaceId: string }
>(
  'contract.events',
  'select sequence, id, data from events where workspace_id = $workspaceId order by sequence',
)

export function listEvents(reader: Reader, workspaceId: string) {
  return reader.all(eventsStatement, { workspaceId })
}

const breakStatement = statement<never, { role: string }>(
  'contract.break',
  'insert into members (role) values ($role)',
)

/** A statement that the store rejects. */
export async function runRefused(transaction: Transaction): Promise<void> {
  await transaction.run(breakStatement, { role: 'NOBODY' })
}

const ran = new Set<string>()

/** Names of the statements that finished suites have executed. */
export function ranStatements(): ReadonlySet<string> {
  return ran
}

/** For statements that run only in a snapshot, whose timings are lost with its connection. */
export function noteRan(name: string): void {
  ran.add(name)
}

/** A snapshot has its own connection, whose statements are missing from the timings of the store. */
function noting(store: Store): Store {
  const note = <Result, Values>(statement: Statement<Result, Values>) => {
    ran.add(statement.name)
    return statement
  }
  return {
    ...store,
    snapshot: (work) =>
      store.snapshot((snapshot) =>
        work({
          get: (statement, ...values) => snapshot.get(note(statement), ...values),
          all: (statement, ...values) => snapshot.all(note(statement), ...values),
          each: (statement, ...values) => snapshot.each(note(statement), ...values),
        }),
      ),
  }
}

/** One store for all tests of a suite. */
export function useStore(open: Dialect['open']): { current: () => Opened; store: () => Store } {
  let opened: Opened | undefined
  before(async () => {
    const fresh = await open()
    opened = { ...fresh, store: noting(fresh.store) }
  })
  after(async () => {
    for (const { name } of opened?.store.timings() ?? []) ran.add(name)
    await opened?.close()
  })
  const current = () => {
    assert.ok(opened !== undefined, 'the store is open only while tests run')
    return opened
  }
  return { current, store: () => current().store }
}
