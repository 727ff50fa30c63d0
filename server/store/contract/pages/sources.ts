import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as checks from '../../checks.ts'
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
  })
}
