import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as checks from '../checks.ts'
import * as comments from '../comments/comments.ts'
import type { Store, Transaction } from '../connection.ts'
import * as dump from '../dump.ts'
import { append } from '../events/events.ts'
import * as files from '../files/files.ts'
import * as contents from '../pages/contents.ts'
import * as personal from '../pages/favourites-and-recent.ts'
import * as history from '../pages/history.ts'
import * as users from '../people/users.ts'
import type { Row } from '../statement.ts'
import * as webhookAttempts from '../webhooks/attempts.ts'
import * as webhookCursors from '../webhooks/cursors.ts'
import * as webhookDeliveries from '../webhooks/deliveries.ts'
import * as webhooks from '../webhooks/endpoints.ts'
import { commentRow } from './comments.ts'
import type { Dialect } from './dialect.ts'
import {
  addPage,
  attemptRow,
  deliveryRow,
  fileRow,
  type Fixture,
  createFixture,
  plain,
  userRow,
  useStore,
} from './rows.ts'
import { webhookRow } from './webhooks.ts'

/** Rows of all workspaces, as backups and checks read and write them. */
export function allWorkspacesContract(open: Dialect['open']): void {
  dumpContract(open)
  checksContract(open)
}

/** An endpoint with a delivery, an attempt and an open debounce window. */
async function addReceived(transaction: Transaction, fixture: Fixture): Promise<void> {
  const { workspaceId } = fixture
  const webhook = webhookRow(fixture)
  const row = deliveryRow({ workspaceId, webhookId: webhook.id })
  const debounceWindow = {
    workspaceId,
    pageId: newId(),
    sequence: 1,
    firstAt: 1,
    dueAt: 2,
    event: '{}',
  }
  await webhookCursors.begin(transaction, workspaceId, 1)
  await webhookCursors.putWindow(transaction, debounceWindow)
  await webhooks.insert(transaction, webhook)
  await webhookDeliveries.insert(transaction, row, '{}')
  const address = { workspaceId, webhookId: webhook.id, deliveryId: row.id }
  await webhookAttempts.insert(transaction, address, attemptRow)
}

/** A workspace with a row in each table for pages. */
async function addEverything(store: Store) {
  const fixture = await createFixture(store)
  const page = await addPage(store, fixture)
  const { workspaceId, id: pageId } = page
  const file = fileRow(fixture)
  await store.transact(async (transaction) => {
    const content = { document: '{"d":1}', blocks: '["b"]' }
    await contents.put(transaction, { workspaceId, pageId }, content)
    await history.insertPresent(transaction, { workspaceId, pageId })
    await history.keepDocument(transaction, { workspaceId, pageId }, 1, {
      document: Buffer.from([0, 255]),
      attribution: null,
    })
    await personal.addFavourite(transaction, fixture, pageId, 1)
    await personal.visit(transaction, fixture, { pageId, now: 1, keep: 9 })
    await comments.insert(transaction, commentRow(fixture, page))
    await files.insert(transaction, file)
    await files.attach(transaction, { workspaceId, pageId, fileId: file.id, createdAt: 1 })
    const event = { type: 'page.created', actorId: fixture.userId, via: 'api', data: '{}' }
    await append(transaction, { workspaceId, id: newId(), createdAt: 1, ...event })
    await addReceived(transaction, fixture)
  })
  return { workspaceId, page, file }
}

async function rowsOf(store: Store): Promise<[dump.Table, Row | undefined][]> {
  return store.snapshot(async (snapshot) => {
    const all: [dump.Table, Row | undefined][] = []
    for (const table of dump.tables) {
      for await (const row of dump.rows(snapshot, table)) all.push([table, plain(row)])
    }
    return all
  })
}

function dumpContract(open: Dialect['open']): void {
  describe('dump', () => {
    const from = useStore(open)
    const into = useStore(open)

    it('refuses a row of no columns, and names that are no columns', async () => {
      for (const row of [{}, { 'id) values (1); --': 'x' }, { ID: 'x' }]) {
        const work = into.store().transact((transaction) => dump.insert(transaction, 'users', row))
        await assert.rejects(work, /columns that no table has/)
      }
    })

    it('knows a store in which there was never anybody from one that all have left', async () => {
      const { store, close } = await open()
      assert.equal(await dump.isEmpty(store), true)
      const user = userRow()
      await store.transact(async (transaction) => {
        await users.insert(transaction, user, null)
        await users.remove(transaction, user.id, 2)
      })
      assert.equal(await dump.isEmpty(store), false)
      await close()
    })

    it('puts every row back as it was, in the order of the tables', async () => {
      await addEverything(from.store())
      const all = await rowsOf(from.store())
      await into.store().transact(async (transaction) => {
        for (const [table, row] of all) await dump.insert(transaction, table, row ?? {})
      })
      assert.deepEqual(await rowsOf(into.store()), all)
      assert.deepEqual(await into.store().check(), [])
      assert.equal(await dump.count(into.store(), 'pages'), 1)
      const number = await dump.migration(into.store())
      assert.ok(number > 0)
      assert.equal(number, await dump.migration(from.store()))
    })

    it('changes nothing when what came at once is counted anew', async () => {
      const all = await rowsOf(from.store())
      await from.store().refreshStatistics()
      assert.deepEqual(await rowsOf(from.store()), all)
    })
  })
}

function checksContract(open: Dialect['open']): void {
  describe('checks', () => {
    const { store } = useStore(open)

    it('read pages, contents, files and events of every workspace', async () => {
      const one = await addEverything(store())
      const other = await addEverything(store())
      const both = [one, other].toSorted((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1))
      assert.deepEqual(
        (await checks.tree(store())).map(plain),
        both.map(({ workspaceId, page: { id, parentId } }) => {
          return { workspaceId, id, parentId, isDeleted: 0, sectionId: null }
        }),
      )
      await store().snapshot(async (snapshot) => {
        const contents = []
        for await (const row of checks.contents(snapshot)) contents.push(plain(row))
        const texts = {
          title: 'Page',
          blocks: '["b"]',
          document: '{"d":1}',
          attribution: null,
          anchors: null,
          isBehind: 0,
        }
        assert.deepEqual(
          contents,
          both.map(({ workspaceId, page }) => ({ workspaceId, pageId: page.id, ...texts })),
        )
      })
      const stored = await store().snapshot(async (snapshot) => {
        const rows = []
        for await (const row of checks.versions(snapshot)) rows.push(row)
        return rows
      })
      assert.deepEqual(
        stored.map(({ pageId, version, document }) => [pageId, version, [...document]]),
        both.map(({ page }) => [page.id, 1, [0, 255]]),
      )
      assert.deepEqual(await checks.histories(store()), [])
      const named = await checks.filesOf(store(), one.file.sha256)
      assert.deepEqual(named.length, 2)
      assert.deepEqual(await checks.filesOf(store(), 'none'), [])
      const counted = { last: 1, count: 1, lowest: 1, highest: 1 }
      assert.deepEqual(
        (await checks.sequences(store())).map(plain),
        both.map(({ workspaceId }) => ({ workspaceId, ...counted })),
      )
    })

    it('tell a file that is looked for in another workspace', async () => {
      const { workspaceId } = await addEverything(store())
      const { userId } = await createFixture(store())
      const { id, name } = fileRow({ workspaceId, userId })
      const row = { workspace_id: workspaceId, id, name, mime_type: 'text/plain', size: 1 }
      const rest = { sha256: 'aa', created_at: 1, created_by: userId }
      await store().transact(async (transaction) => {
        await dump.insert(transaction, 'files', { ...row, ...rest })
        await files.enlist(transaction, { id, workspaceId: 'elsewhere' })
      })
      assert.deepEqual((await checks.misplaced(store())).map(plain), [{ id, name }])
    })

    it('tell a workspace in which nothing has happened', async () => {
      const { workspaceId } = await createFixture(store())
      const row = (await checks.sequences(store())).find((one) => one.workspaceId === workspaceId)
      const nothing = { last: 0, count: 0, lowest: null, highest: null }
      assert.deepEqual(plain(row), { workspaceId, ...nothing })
    })
  })
}
