import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import type { Dialect } from './dialect.ts'
import { addPage, type Ground, layGround, useStore } from './rows.ts'

export function searchContract(open: Dialect['open']): void {
  describe('search', () => {
    const { store } = useStore(open)
    const put = async (ground: Ground, title: string, body: string) => {
      const { id } = await addPage(store(), ground, { title })
      await replace(ground, id, title, body)
      return id
    }
    const replace = ({ workspaceId }: Ground, pageId: string, title: string, body: string) =>
      store().transact((transaction) =>
        store().search.put(transaction, { workspaceId, pageId, title, body }),
      )
    const find = ({ workspaceId }: Ground, words: string, prefix?: string) => {
      const terms = words === '' ? [] : words.split(' ')
      return store().search.find(store(), workspaceId, { terms, prefix }, 10)
    }

    it('finds nothing for no words, and nothing in another workspace', async () => {
      const ground = await layGround(store())
      await put(ground, 'walrus', 'tusk')
      assert.deepEqual(await find(ground, ''), [])
      assert.deepEqual(await find(await layGround(store()), 'walrus'), [])
    })

    it('takes no word as an operator', async () => {
      const ground = await layGround(store())
      await put(ground, 'plain', 'words')
      for (const word of [
        'AND',
        'OR',
        'NOT',
        'NEAR',
        '*',
        '"',
        '^',
        'title:',
        '(',
        '-',
        "'",
        ';',
      ]) {
        await find(ground, word, word)
      }
      assert.equal((await find(ground, 'plain')).length, 1)
    })

    it('finds by title and body, titles first, and by the beginning of the last word', async () => {
      const ground = await layGround(store())
      const inBody = await put(ground, 'first', 'about lemurs')
      const inTitle = await put(ground, 'lemurs', 'second')
      assert.deepEqual(await find(ground, 'lemurs'), [inTitle, inBody])
      assert.deepEqual(await find(ground, '', 'lem'), [inTitle, inBody])
      assert.deepEqual(await find(ground, 'lem'), [])
    })

    it('replaces what a page was found by', async () => {
      const ground = await layGround(store())
      const id = await put(ground, 'before', 'old')
      await replace(ground, id, 'after', 'new')
      assert.deepEqual(await find(ground, 'before'), [])
      assert.deepEqual(await find(ground, 'old'), [])
      assert.deepEqual(await find(ground, 'after'), [id])
    })

    it('removes a page, also twice, and only that one', async () => {
      const ground = await layGround(store())
      const { workspaceId } = ground
      const gone = await put(ground, 'otter', 'river')
      const kept = await put(ground, 'otter', 'lake')
      const remove = (pageId: string) =>
        store().transact((transaction) => store().search.remove(transaction, workspaceId, pageId))
      await remove(gone)
      await remove(gone)
      assert.deepEqual(await find(ground, 'otter'), [kept])
      await replace(ground, gone, 'otter', 'again')
      assert.equal((await find(ground, 'otter')).length, 2)
    })

    it('undoes a change to the index with its transaction', async () => {
      const ground = await layGround(store())
      const { workspaceId } = ground
      const pageId = await put(ground, 'heron', 'still')
      await assert.rejects(
        store().transact(async (transaction) => {
          await store().search.put(transaction, { workspaceId, pageId, title: 'crane', body: '' })
          throw new AppError('PAGE_CYCLE', 'no')
        }),
      )
      assert.deepEqual(await find(ground, 'crane'), [])
      assert.deepEqual(await find(ground, 'heron'), [pageId])
      assert.deepEqual(await store().check(), [])
    })
  })
}
