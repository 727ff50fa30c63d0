import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idsBefore, newId } from '../../lib/ids.ts'
import * as administrators from '../administration/administrators.ts'
import * as audit from '../administration/audit.ts'
import * as serverSettings from '../administration/server-settings.ts'
import * as files from '../files/files.ts'
import * as pages from '../pages/pages.ts'
import * as members from '../people/members.ts'
import * as users from '../people/users.ts'
import * as workspaceRemoval from '../people/workspace-removal.ts'
import * as workspaces from '../people/workspaces.ts'
import { systemViewer } from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import type { Dialect } from './dialect.ts'
import { addPage, fileRow, createFixture, plain, userRow, useStore } from './rows.ts'

export function administrationContract(open: Dialect['open']): void {
  auditContract(open)
  administratorsContract(open)
  settingsContract(open)
  removalContract(open)
}

function auditRow(columns: Partial<audit.NewAuditRow> = {}): audit.NewAuditRow {
  return {
    id: newId(),
    createdAt: 1,
    workspaceId: null,
    actorId: null,
    keyId: null,
    via: 'cli',
    action: 'server.backup',
    outcome: 'done',
    subject: null,
    address: null,
    userAgent: null,
    runId: null,
    details: '{}',
    ...columns,
  }
}

function auditContract(open: Dialect['open']): void {
  describe('the audit log', () => {
    const { store } = useStore(open)
    const add = (row: audit.NewAuditRow) =>
      store().transactIn('none', (transaction) => audit.insert(transaction, row))
    const all = { from: '', limit: 100 }

    it('refuses to change, remove or empty what it holds', async () => {
      const row = auditRow()
      await add(row)
      for (const sql of [
        "update audit_entries set action = 'other'",
        'delete from audit_entries',
        `delete from audit_entries where id = '${row.id}'`,
      ]) {
        const change = store().transact((transaction) =>
          transaction.run(statement(`test.${sql}`, sql)),
        )
        await assert.rejects(change, sql)
      }
      assert.deepEqual((await audit.list(store(), all)).map(plain), [row])
    })

    it('lists the newest first, from an instant on, and those of a workspace', async () => {
      const workspaceId = newId()
      const workspace = {
        actorId: newId(),
        keyId: newId(),
        subject: 's',
        address: '192.0.2.1',
        userAgent: 'B',
        outcome: 'refused' as const,
      }
      const [older, own, newer] = [auditRow(), auditRow({ workspaceId, ...workspace }), auditRow()]
      for (const row of [older, own, newer]) await add(row)
      const listed = await audit.list(store(), { from: older.id, limit: 2 })
      assert.deepEqual(listed.map(plain), [newer, own])
      const later = { from: idsBefore(Date.now() + 60_000), limit: 9 }
      assert.deepEqual(await audit.list(store(), later), [])
      assert.deepEqual((await audit.ofWorkspace(store(), workspaceId, all)).map(plain), [own])
      const before = (id: string) => audit.before(store(), workspaceId, { before: id, limit: 9 })
      assert.deepEqual((await before(newer.id)).map(plain), [own])
      assert.deepEqual(await before(own.id), [])
    })
  })
}

function administratorsContract(open: Dialect['open']): void {
  describe('administrators', () => {
    const { store } = useStore(open)
    const ids = async () => (await administrators.list(store())).map(({ id }) => id)

    it('are the person who came first until somebody is named', async () => {
      assert.deepEqual(await ids(), [])
      const [second, first] = [userRow({ createdAt: 2 }), userRow({ createdAt: 1 })]
      await store().transact(async (transaction) => {
        for (const row of [second, first]) await users.insert(transaction, row, null)
      })
      const { id, email, firstName, lastName } = first
      const person = { id, email, firstName, lastName, since: null }
      assert.deepEqual((await administrators.list(store())).map(plain), [person])
      await store().transact(async (transaction) => {
        await administrators.put(transaction, second.id, 7)
        await administrators.put(transaction, second.id, 8)
      })
      assert.deepEqual(await ids(), [second.id])
      assert.equal((await administrators.list(store()))[0]?.since, 7)
      await store().transact((transaction) => users.remove(transaction, second.id, 9))
      assert.deepEqual(await ids(), [first.id])
      await store().transact((transaction) => administrators.remove(transaction, second.id))
      assert.deepEqual(await ids(), [first.id])
    })
  })
}

function settingsContract(open: Dialect['open']): void {
  describe('server settings', () => {
    const { store } = useStore(open)

    it('hold the last value of each name', async () => {
      assert.deepEqual(await serverSettings.list(store()), [])
      await store().transact(async (transaction) => {
        await serverSettings.put(transaction, { name: 'b', value: '1' }, 1)
        await serverSettings.put(transaction, { name: 'a', value: '"x"' }, 1)
        await serverSettings.put(transaction, { name: 'b', value: '2' }, 2)
      })
      assert.deepEqual((await serverSettings.list(store())).map(plain), [
        { name: 'a', value: '"x"' },
        { name: 'b', value: '2' },
      ])
    })
  })
}

function removalContract(open: Dialect['open']): void {
  describe('the removal of a workspace', () => {
    const { store } = useStore(open)
    const clear = async (workspaceId: string) => {
      let batches = 1
      while (
        await store().transact((transaction) =>
          workspaceRemoval.removeBatch(transaction, workspaceId, 2),
        )
      ) {
        batches += 1
      }
      return batches
    }

    it('takes away all of it piece by piece, and nothing of another', async () => {
      const [gone, remaining] = [await createFixture(store()), await createFixture(store())]
      for (const fixture of [gone, remaining]) {
        for (const position of ['a0', 'a1', 'a2']) await addPage(store(), fixture, { position })
        const file = fileRow(fixture)
        await store().transact(async (transaction) => {
          await files.insert(transaction, file)
          await members.put(transaction, { ...fixture, role: 'OWNER', createdAt: 1 })
        })
      }
      const { workspaceId } = gone
      const mark = () =>
        store().transact((transaction) => workspaceRemoval.mark(transaction, workspaceId, 5))
      assert.equal(await mark(), true)
      assert.equal(await mark(), false)
      assert.deepEqual(await workspaceRemoval.list(store()), [workspaceId])
      assert.equal(await workspaces.byId(store(), workspaceId), undefined)
      assert.deepEqual(await members.list(store(), workspaceId), [])
      assert.ok((await clear(workspaceId)) >= 4)
      assert.deepEqual(await workspaceRemoval.list(store()), [])
      assert.equal(await pages.total(store(), workspaceId), 0)
      assert.equal((await files.all(store(), systemViewer(workspaceId))).length, 0)
      assert.equal(await pages.total(store(), remaining.workspaceId), 3)
      assert.equal((await files.all(store(), systemViewer(remaining.workspaceId))).length, 1)
      assert.equal((await members.list(store(), remaining.workspaceId)).length, 1)
      assert.deepEqual(await store().check(), [])
    })
  })
}
