import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../lib/errors.ts'
import * as checks from '../../checks.ts'
import { versions } from '../../events/events.ts'
import * as sources from '../../pages/sources.ts'
import * as trash from '../../pages/trash.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, useStore } from '../rows.ts'

export function sourcesContract(open: Dialect['open']): void {
  describe('sources', () => {
    const { store } = useStore(open)

    it('has one source for a page, which goes with it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, id: pageId } = await addPage(store(), fixture)
      const address = { workspaceId, pageId }
      const read = async () => {
        const source = await sources.get(store(), address)
        return source === undefined ? undefined : Buffer.from(source).toString('hex')
      }
      const put = (...bytes: number[]) =>
        store().transact((transaction) => sources.put(transaction, address, Uint8Array.from(bytes)))
      assert.equal(await read(), undefined)
      await put(1, 0, 255)
      await put(2, 0, 254)
      assert.equal(await read(), '0200fe')
      const listed = await store().snapshot((snapshot) => Array.fromAsync(checks.sources(snapshot)))
      const own = listed.filter((row) => row.pageId === pageId)
      assert.deepEqual(
        own.map(({ source }) => Buffer.from(source).toString('hex')),
        ['0200fe'],
      )
      await store().transact((transaction) => trash.purge(transaction, workspaceId, pageId))
      assert.equal(await read(), undefined)
    })

    it('counts the writes of a workspace, and gives those after a version', async () => {
      const [fixture, other] = [await createFixture(store()), await createFixture(store())]
      const { workspaceId } = fixture
      const [one, two] = [await addPage(store(), fixture), await addPage(store(), fixture)]
      const foreign = await addPage(store(), other)
      const put = (pageId: string, byte: number, to = workspaceId) =>
        store().transact((transaction) =>
          sources.put(transaction, { workspaceId: to, pageId }, Uint8Array.of(byte)),
        )
      const after = (version: number) =>
        store().snapshot(async (snapshot) => {
          const rows = await Array.fromAsync(sources.since(snapshot, workspaceId, version))
          const sorted = rows.toSorted((a, b) => a.version - b.version)
          return sorted.map((row) => [row.pageId, row.source[0], row.version])
        })
      assert.deepEqual([await sources.version(store(), workspaceId), await after(-1)], [0, []])
      await put(one.id, 1)
      await put(two.id, 2)
      await put(foreign.id, 3, other.workspaceId)
      await put(one.id, 4)
      const all = [
        [two.id, 2, 2],
        [one.id, 4, 3],
      ]
      assert.deepEqual(await after(-1), all)
      assert.deepEqual(await after(2), all.slice(1))
      assert.deepEqual(await after(3), [])
      assert.equal(await sources.version(store(), workspaceId), 3)
      assert.equal((await versions(store(), workspaceId, 0)).sourceVersion, 3)
      await assert.rejects(
        store().transact(async (transaction) => {
          await sources.put(transaction, { workspaceId, pageId: two.id }, Uint8Array.of(5))
          throw new AppError('PAGE_CYCLE', 'no')
        }),
      )
      assert.equal(await sources.version(store(), workspaceId), 3)
    })
  })
}
