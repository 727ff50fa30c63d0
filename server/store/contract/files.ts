import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as events from '../events/events.ts'
import * as fileCounts from '../files/counts.ts'
import * as damagedContents from '../files/damaged-contents.ts'
import * as files from '../files/files.ts'
import * as unownedContents from '../files/unowned-contents.ts'
import * as contents from '../pages/contents.ts'
import * as pages from '../pages/pages.ts'
import * as trash from '../pages/trash.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Dialect } from './dialect.ts'
import { addPage, fileRow, type Fixture, createFixture, plain, useStore } from './rows.ts'

export function filesContract(open: Dialect['open']): void {
  describe('files', () => {
    const { store } = useStore(open)
    const add = async (fixture: Fixture, columns: Partial<files.FileRow> = {}) => {
      const row = fileRow(fixture, columns)
      await store().transact((transaction) => files.insert(transaction, row))
      return row
    }
    const attach = (at: { workspaceId: string; pageId: string; fileId: string }) =>
      store().transact((transaction) => files.attach(transaction, { ...at, createdAt: 1 }))

    it('adds up what a person has made, in every workspace', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = await createFixture(store())
      await add(fixture)
      await add({ ...fixture, workspaceId })
      await add(await createFixture(store()))
      await addPage(store(), fixture)
      await addPage(store(), { ...fixture, workspaceId })
      assert.equal(await files.bytesOfUser(store(), fixture.userId), 2)
      assert.equal(await pages.countOfUser(store(), fixture.userId), 2)
      assert.equal(await files.bytesOfUser(store(), newId()), 0)
      assert.equal(await pages.countOfUser(store(), newId()), 0)
    })

    it('gives a file to its workspace only', async () => {
      const here = await createFixture(store())
      const there = await createFixture(store())
      const file = await add(here)
      assert.deepEqual(
        plain(await files.get(store(), systemViewer(here.workspaceId), file.id)),
        file,
      )
      assert.equal(await files.get(store(), systemViewer(there.workspaceId), file.id), undefined)
    })

    it('knows the workspace of a file by its id, and of no other id', async () => {
      const fixture = await createFixture(store())
      const { id } = await add(fixture)
      assert.equal(await files.workspaceOf(store(), id), fixture.workspaceId)
      assert.equal(await files.workspaceOf(store(), fixture.workspaceId), undefined)
      await assert.rejects(add(await createFixture(store()), { id }))
    })

    it('renames and removes one file, from its pages too, and leaves the others', async () => {
      const here = await createFixture(store())
      const there = await createFixture(store())
      const { workspaceId } = here
      const [file, other] = [await add(here), await add(here)]
      const foreign = await add(there)
      const page = await addPage(store(), here)
      for (const { id } of [file, other]) await attach({ workspaceId, pageId: page.id, fileId: id })
      await store().transact(async (transaction) => {
        await files.rename(transaction, { workspaceId, id: file.id, name: 'renamed.txt' })
        await files.rename(transaction, { workspaceId, id: foreign.id, name: 'not mine' })
      })
      assert.equal(
        (await files.get(store(), systemViewer(workspaceId), file.id))?.name,
        'renamed.txt',
      )
      assert.deepEqual(
        plain(await files.get(store(), systemViewer(there.workspaceId), foreign.id)),
        foreign,
      )
      await store().transact((transaction) => files.remove(transaction, file))
      assert.equal(await files.get(store(), systemViewer(workspaceId), file.id), undefined)
      assert.equal(await files.workspaceOf(store(), file.id), undefined)
      const left = await files.ofPage(store(), workspaceId, page.id)
      assert.deepEqual(
        left.map(({ id }) => id),
        [other.id],
      )
    })

    it('keeps note of contents without an owner, from the first time they were found', async () => {
      const fixture = await createFixture(store())
      const file = await add(fixture, { sha256: 'a1'.repeat(32) })
      const { sha256 } = file
      assert.equal(await unownedContents.isOwned(store(), sha256), true)
      assert.equal(await unownedContents.isOwned(store(), 'a2'.repeat(32)), false)
      const found = { sha256, since: 5, state: 'kept' as const }
      await store().transact(async (transaction) => {
        await unownedContents.note(transaction, sha256, 5)
        await unownedContents.note(transaction, sha256, 9)
      })
      assert.deepEqual(plain(await unownedContents.get(store(), sha256)), found)
      assert.deepEqual(await unownedContents.due(store(), 4, 10), [])
      const removed = { sha256, since: 8, state: 'removed' as const }
      await store().transact((transaction) => unownedContents.mark(transaction, removed))
      assert.deepEqual((await unownedContents.due(store(), 8, 10)).map(plain), [removed])
      await store().transact((transaction) => unownedContents.forget(transaction, sha256))
      assert.equal(await unownedContents.get(store(), sha256), undefined)
      await store().transact((transaction) => files.remove(transaction, file))
    })

    it('refuses to attach across workspaces', async () => {
      const here = await createFixture(store())
      const file = await add(await createFixture(store()))
      const page = await addPage(store(), here)
      const { workspaceId } = here
      await assert.rejects(attach({ workspaceId, pageId: page.id, fileId: file.id }))
    })

    it('attaches once, and lists the files of a page newest first', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const page = await addPage(store(), fixture)
      const late = await add(fixture, { createdAt: 5 })
      const early = await add(fixture, { createdAt: 4 })
      const at = { workspaceId, pageId: page.id }
      assert.equal(await attach({ ...at, fileId: late.id }), true)
      assert.equal(await attach({ ...at, fileId: early.id }), true)
      assert.equal(await attach({ ...at, fileId: late.id }), false)
      const listed = await files.ofPage(store(), workspaceId, page.id)
      assert.deepEqual(
        listed.map(({ id }) => id),
        [late.id, early.id],
      )
    })

    it('lists newest first, ties by id, by limit and offset', async () => {
      const fixture = await createFixture(store())
      const newest = await add(fixture, { createdAt: 9 })
      await add(fixture, { id: 'a' })
      await add(fixture, { id: 'b' })
      const newestFirst = [newest.id, 'b', 'a']
      const list = async (limit: number, offset: number) =>
        (await files.list(store(), systemViewer(fixture.workspaceId), { limit, offset })).map(
          ({ id }) => id,
        )
      assert.deepEqual(await list(50, 0), newestFirst)
      assert.deepEqual(await list(1, 1), newestFirst.slice(1, 2))
      assert.deepEqual(await list(50, 3), [])
    })

    it('gives all of a workspace and where they are attached, oldest first', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const page = await addPage(store(), fixture)
      const late = await add(fixture, { createdAt: 5 })
      const early = await add(fixture, { createdAt: 4 })
      await add(await createFixture(store()))
      await attach({ workspaceId, pageId: page.id, fileId: late.id })
      assert.deepEqual((await files.all(store(), systemViewer(workspaceId))).map(plain), [
        early,
        late,
      ])
      const attached = (await files.attachments(store(), systemViewer(workspaceId))).map(plain)
      assert.deepEqual(attached, [{ pageId: page.id, fileId: late.id }])
    })

    it('lists with who brought a file and how many living pages have it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const page = await addPage(store(), fixture)
      const trashed = await addPage(store(), fixture, { position: 'a1' })
      const late = await add(fixture, { createdAt: 5 })
      const early = await add(fixture, { createdAt: 4, name: 'b.txt' })
      await add(await createFixture(store()))
      for (const { id } of [page, trashed]) {
        await attach({ workspaceId, pageId: id, fileId: late.id })
      }
      const gone = { workspaceId, ids: [trashed.id], deletedWith: trashed.id }
      await store().transact((transaction) =>
        trash.remove(transaction, gone, { at: 2, by: fixture.userId }),
      )
      const listed = await files.newest(store(), systemViewer(workspaceId), { limit: 5, offset: 0 })
      assert.deepEqual(
        listed.map(({ id, pages, firstName }) => [id, pages, firstName]),
        [
          [late.id, 1, 'A'],
          [early.id, 0, 'A'],
        ],
      )
      assert.equal(
        (await files.newest(store(), systemViewer(workspaceId), { limit: 5, offset: 1 })).length,
        1,
      )
      assert.deepEqual(
        plain(await files.found(store(), systemViewer(workspaceId), late.id)),
        plain(listed[0]),
      )
      assert.equal(await files.bytes(store(), workspaceId), 2)
      assert.equal(await files.bytes(store(), 'nowhere'), 0)
      const named = await files.names(store(), systemViewer(workspaceId))
      assert.deepEqual(
        named.map(({ name }) => name),
        ['a.txt', 'b.txt'],
      )
    })

    it('tells the pages that have a file attached, and in parts which name it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const file = await add(fixture)
      const write = async (position: string, document: string) => {
        const page = await addPage(store(), fixture, { position })
        const at = { workspaceId, pageId: page.id }
        await store().transact((transaction) =>
          contents.put(transaction, at, { document, blocks: '[]' }),
        )
        return page.id
      }
      const first = await write('a1', '{}')
      const second = await write('a2', `{"src":"/files/${file.id}"}`)
      await attach({ workspaceId, pageId: first, fileId: file.id })
      assert.deepEqual(await files.users(store(), workspaceId, file.id), [first])
      const named = async (after: string, limit: number) =>
        (await files.named(store(), workspaceId, file.id, { after, limit })).map(plain)
      const [one, two] = [
        { pageId: first, isNamed: 0 },
        { pageId: second, isNamed: 1 },
      ]
      assert.deepEqual(await named('', 5), [one, two])
      assert.deepEqual(await named('', 1), [one])
      assert.deepEqual(await named(first, 5), [two])
    })

    it('keeps count of files by MIME type as long as every event carries it along', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const counts = async () => (await fileCounts.cached(store(), workspaceId))?.map(plain)
      const event = { workspaceId, type: 'file.uploaded', actorId: userId, via: 'api', data: '{}' }
      const append = (count?: fileCounts.FileCount) =>
        store().transact((transaction) =>
          events.append(
            transaction,
            { ...event, id: newId(), createdAt: 1 },
            count === undefined ? {} : { files: count },
          ),
        )
      await append({ mimeType: 'text/csv', files: 1 })
      assert.equal(await counts(), undefined, 'nobody has counted yet')
      await add(fixture, { mimeType: 'text/csv' })
      await add(fixture, { mimeType: 'text/csv', createdAt: 5 })
      await add(await createFixture(store()), { mimeType: 'image/png' })
      const csv = { mimeType: 'text/csv', files: 2 }
      const recounted = await store().transact((transaction) =>
        fileCounts.recount(transaction, workspaceId),
      )
      assert.deepEqual(recounted.map(plain), [csv])
      assert.deepEqual((await fileCounts.count(store(), workspaceId)).map(plain), [csv])
      await append({ mimeType: 'image/png', files: 1 })
      await append()
      assert.deepEqual(await counts(), [{ mimeType: 'image/png', files: 1 }, csv])
      await append({ mimeType: 'image/png', files: -1 })
      assert.deepEqual(await counts(), [csv])
    })

    it('lists those of one MIME type newest first, by limit and offset', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const mimeType = 'image/png'
      await add(fixture, { mimeType, id: `a${newId()}`, createdAt: 4 })
      await add(fixture, { mimeType: 'image/gif', createdAt: 6 })
      const tied = await add(fixture, { mimeType, id: `b${newId()}`, createdAt: 4 })
      const late = await add(fixture, { mimeType, createdAt: 5 })
      const list = async (limit: number, offset: number) =>
        (
          await files.newestOfType(store(), systemViewer(workspaceId), mimeType, { limit, offset })
        ).map(({ id }) => id)
      assert.deepEqual(await list(2, 0), [late.id, tied.id])
      assert.deepEqual(await list(1, 1), [tied.id])
      assert.equal((await list(9, 0)).length, 3)
      assert.deepEqual(await list(9, 3), [])
    })

    it('names every content once', async () => {
      const fixture = await createFixture(store())
      await add(fixture, { sha256: 'cc' })
      await add(fixture, { sha256: 'bb' })
      await add(fixture, { sha256: 'cc' })
      const hashes = (await files.hashes(store())).map(({ sha256 }) => sha256)
      assert.deepEqual(hashes, ['aa', 'bb', 'cc'])
    })
  })

  describe('damaged contents', () => {
    const { store } = useStore(open)
    const add = async (fixture: Fixture, sha256: string) => {
      const row = fileRow(fixture, { sha256 })
      await store().transact((transaction) => files.insert(transaction, row))
    }

    it('notes which contents are damaged, and how far their check has come', async () => {
      const fixture = await createFixture(store())
      for (const sha256 of ['aa', 'bb', 'cc']) await add(fixture, sha256)
      await add(await createFixture(store()), 'bb')
      const after = async (position: string, limit: number) =>
        (await damagedContents.next(store(), position, limit)).map(({ sha256 }) => sha256)
      assert.deepEqual(
        [await after('', 2), await after('aa', 9), await after('cc', 9)],
        [['aa', 'bb'], ['bb', 'cc'], []],
      )
      const marks = async () => (await damagedContents.all(store())).map(plain)
      await store().transact(async (transaction) => {
        await damagedContents.mark(transaction, { sha256: 'bb', fault: 'lost', now: 1 })
        await damagedContents.mark(transaction, { sha256: 'bb', fault: 'changed', now: 2 })
      })
      assert.deepEqual(await marks(), [{ sha256: 'bb', fault: 'changed', size: 1 }])
      const claim = (before: number, at: number) =>
        store().transact((transaction) =>
          damagedContents.claimAttempt(transaction, { sha256: 'bb', before, at }),
        )
      assert.deepEqual(
        [await claim(1, 3), await claim(2, 3), await claim(2, 3)],
        [false, true, false],
      )
      assert.equal(await damagedContents.fault(store(), 'bb'), 'changed')
      assert.equal(await damagedContents.fault(store(), 'aa'), undefined)
      await store().transact((transaction) => damagedContents.clear(transaction, 'bb'))
      assert.deepEqual(await marks(), [])
      assert.equal(await damagedContents.checkState(store()), undefined)
      for (const state of [
        { position: 'aa', finishedAt: 0 },
        { position: '', finishedAt: 5 },
      ]) {
        await store().transact((transaction) => damagedContents.keepCheckState(transaction, state))
        assert.deepEqual(plain(await damagedContents.checkState(store())), state)
      }
    })
  })
}
