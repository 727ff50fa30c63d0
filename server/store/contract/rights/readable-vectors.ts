import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { levelNumbers } from '../../rights/viewer.ts'
import * as embeddings from '../../semantic/embeddings.ts'
import * as readableVectors from '../../semantic/readable-vectors.ts'
import * as vectors from '../../semantic/vectors.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, useStore } from '../rows.ts'
import { addUser, restrict, viewerOf } from './section-rows.ts'

export function readableVectorsContract(open: Dialect['open']): void {
  describe('vectors of readable pages', () => {
    const { store } = useStore(open)

    it('are listed and counted without those of hidden pages', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const insider = await addUser(store())
      const [one, secret, waiting] = [
        await addPage(store(), fixture, { position: 'a0' }),
        await addPage(store(), fixture, { position: 'a1' }),
        await addPage(store(), fixture, { position: 'a2' }),
      ]
      await restrict(store(), fixture, secret.id, { [insider]: levelNumbers.read })
      const build = { workspaceId, modelId: 'm' }
      await store().transact(async (transaction) => {
        await embeddings.insertBuild(transaction, build)
        for (const [index, { id: pageId }] of [one, secret].entries()) {
          await vectors.mark(transaction, build, pageId)
          const chunks = [{ block: 0, hash: '', vector: Uint8Array.of(0, 0, 0, 0) }]
          await vectors.replace(transaction, build, pageId, { first: index + 1, chunks })
          await vectors.finish(transaction, build, { pageId, state: 'done', sequence: index + 1 })
        }
        await vectors.mark(transaction, build, waiting.id)
      })
      const found = async (viewerId: string) => {
        const viewer = viewerOf({ workspaceId, userId: viewerId })
        const [all, pages] = [
          { after: 0, upTo: 9, limit: 9 },
          { after: '', limit: 9 },
        ]
        return {
          counts: await readableVectors.counts(store(), viewer, build),
          pages: await readableVectors.countPages(store(), viewer, ''),
          waits: [
            await readableVectors.waitsBeyond(store(), viewer, build, 0),
            await readableVectors.waitsBeyond(store(), viewer, build, 1),
          ],
          done: await readableVectors.done(store(), viewer, build, pages),
          range: (await readableVectors.range(store(), viewer, build, all)).map(
            ({ pageId }) => pageId,
          ),
        }
      }
      assert.deepEqual(await found(userId), {
        counts: { waiting: 1, done: 1, refused: 0, chunks: 1 },
        pages: 2,
        waits: [true, false],
        done: [one.id],
        range: [one.id],
      })
      assert.deepEqual(await found(insider), {
        counts: { waiting: 1, done: 2, refused: 0, chunks: 2 },
        pages: 3,
        waits: [true, false],
        done: [one.id, secret.id].toSorted(),
        range: [one.id, secret.id],
      })
    })
  })
}
