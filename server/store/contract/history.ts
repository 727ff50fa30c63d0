import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import * as contents from '../pages/contents.ts'
import * as history from '../pages/history.ts'
import * as pages from '../pages/pages.ts'
import type { Dialect } from './dialect.ts'
import { addPage, type Fixture, createFixture, plain, useStore } from './rows.ts'

const row = (version: number, { userId }: Fixture, title = `Title ${version}`) => {
  const stamp = { createdAt: version, createdBy: userId, via: 'api', runId: null, authors: null }
  return { ...defaultStoredFields, ...stamp, version, title }
}
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const packed = (text: string) => ({ document: bytes(text), attribution: bytes(`who ${text}`) })

const noRun = { runKeyId: null, runClient: null }

export function historyContract(open: Dialect['open']): void {
  describe('history', () => {
    const { store } = useStore(open)

    /** A page with the stored versions 1, 3 and 4. */
    const addHistory = async () => {
      const fixture = await createFixture(store())
      const { workspaceId, id: pageId } = await addPage(store(), fixture)
      const address = { workspaceId, pageId }
      await store().transact(async (transaction) => {
        for (const version of [1, 3, 4]) {
          await history.insert(transaction, address, row(version, fixture))
        }
      })
      return { fixture, address }
    }

    it('refuses a second row of a version, and a version of a page that is not there', async () => {
      const { fixture, address } = await addHistory()
      const insert = (pageId: string, version: number) =>
        store().transact((transaction) =>
          history.insert(transaction, { ...address, pageId }, row(version, fixture)),
        )
      await assert.rejects(insert(address.pageId, 3))
      await assert.rejects(insert('none', 1))
    })

    it('knows versions only in their own workspace', async () => {
      const { address } = await addHistory()
      const { workspaceId } = await createFixture(store())
      const there = { ...address, workspaceId }
      assert.equal(await history.newest(store(), there), undefined)
      assert.equal(await history.atOrBefore(store(), there, 9), undefined)
      assert.equal(await history.present(store(), there), undefined)
      assert.equal(await history.read(store(), there, 1), undefined)
      assert.deepEqual(await history.list(store(), there, { limit: 9, offset: 0 }), [])
      await store().transact((transaction) => history.remove(transaction, there))
      assert.notEqual(await history.newest(store(), address), undefined)
    })

    it('gives the latest versions with the documents that they have of their own', async () => {
      const { address } = await addHistory()
      await store().transact((transaction) =>
        history.keepDocument(transaction, address, 3, packed('three')),
      )
      const latest = await history.latest(store(), address, 2)
      assert.deepEqual(
        latest.map(({ version, packed: document }) => [
          version,
          document === null ? null : Buffer.from(document).toString(),
        ]),
        [
          [4, null],
          [3, 'three'],
        ],
      )
      assert.deepEqual(await history.latest(store(), { ...address, pageId: 'none' }, 2), [])
    })

    it('gives the newest first, a part of the list at a time', async () => {
      const { fixture, address } = await addHistory()
      assert.deepEqual(plain(await history.newest(store(), address)), row(4, fixture))
      const list = await history.list(store(), address, { limit: 2, offset: 1 })
      const listed = (version: number) => {
        const { properties: _separate, ...fields } = row(version, fixture)
        return { ...fields, firstName: 'A', lastName: 'B', ...noRun }
      }
      assert.deepEqual(list.map(plain), [listed(3), listed(1)])
    })

    it('finds the version that another one was made on', async () => {
      const { address } = await addHistory()
      const found = (version: number) => history.atOrBefore(store(), address, version)
      assert.deepEqual([await found(2), await found(3), await found(9)], [1, 3, 4])
      assert.equal(await found(0), undefined)
    })

    it('lists the recorded versions between two', async () => {
      const { address } = await addHistory()
      assert.deepEqual(await history.numbers(store(), address, { after: 0, until: 3 }), [1, 3])
      assert.deepEqual(await history.numbers(store(), address, { after: 3, until: 9 }), [4])
      const { workspaceId } = await createFixture(store())
      const there = { ...address, workspaceId }
      assert.deepEqual(await history.numbers(store(), there, { after: 0, until: 9 }), [])
    })

    it('tells which version shares its body with the next', async () => {
      const { address } = await addHistory()
      assert.equal(await history.sharing(store(), address, 4), 3)
      await store().transact((transaction) =>
        history.keepDocument(transaction, address, 3, packed('body')),
      )
      assert.equal(await history.sharing(store(), address, 4), undefined)
      assert.equal(await history.sharing(store(), address, 3), 1)
      assert.equal(await history.sharing(store(), address, 1), undefined)
    })

    it('gives for a version that is not kept the one that stands for it', async () => {
      const { address } = await addHistory()
      assert.equal((await history.read(store(), address, 2))?.version, 3)
      assert.equal((await history.read(store(), address, 4))?.version, 4)
      assert.equal(await history.read(store(), address, 5), undefined)
    })

    it('lets a version stand for a later one', async () => {
      const { fixture, address } = await addHistory()
      await store().transact((transaction) =>
        history.renumber(transaction, address, 4, row(6, fixture)),
      )
      const newest = await history.newest(store(), address)
      assert.deepEqual([newest?.version, newest?.title, newest?.createdAt], [6, 'Title 6', 4])
    })

    it('gives a version the first body that was kept from it on, else the page’s own', async () => {
      const { address } = await addHistory()
      await store().transact(async (transaction) => {
        await history.keepDocument(transaction, address, 3, packed('third \0\xFF'))
        await contents.put(transaction, address, { document: 'now', blocks: '[]' })
      })
      for (const version of [1, 2, 3]) {
        const stored = await history.read(store(), address, version)
        assert.deepEqual(new Uint8Array(stored?.packed ?? []), bytes('third \0\xFF'))
      }
      const who = async (version: number) =>
        (await history.attribution(store(), address, version))?.attribution
      assert.deepEqual(new Uint8Array((await who(2)) ?? []), bytes('who third \0\xFF'))
      assert.equal(await who(4), undefined)
      const newest = await history.read(store(), address, 4)
      assert.deepEqual([newest?.packed, newest?.present], [null, 'now'])
    })

    it('begins with the page as it is, where nothing was kept before', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, id: pageId } = await addPage(store(), fixture, { title: 'Old' })
      const change = { workspaceId, pageId, at: 7, by: fixture.userId }
      const to = {
        ...defaultStoredFields,
        title: 'Older',
        icon: '🐢',
        type: 'TEXT' as const,
        version: 1,
      }
      await store().transact((transaction) => pages.update(transaction, change, to))
      const address = { workspaceId, pageId }
      const present = plain(await history.present(store(), address))
      await store().transact((transaction) => history.insertPresent(transaction, address))
      const stored = { ...row(2, fixture, 'Older'), icon: '🐢', createdAt: 7, via: null }
      assert.deepEqual(plain(await history.newest(store(), address)), stored)
      const body = { packed: null, present: null }
      assert.deepEqual(present, { ...stored, firstName: 'A', lastName: 'B', ...noRun, ...body })
    })
  })
}
