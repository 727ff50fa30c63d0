import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import * as pages from '../pages/pages.ts'
import { systemViewer } from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import type { Dialect } from './dialect.ts'
import { addPage, isThere, createFixture, useStore } from './rows.ts'

const everyPage = statement<{ id: string }, { workspaceId: string }>(
  'contract.everyPage',
  'select id from pages where workspace_id = $workspaceId order by id',
)

export function snapshotContract(open: Dialect['open']): void {
  describe('snapshot', () => {
    const { store } = useStore(open)

    it('gives back the error of its work', async () => {
      const failure = new AppError('INTERNAL', 'no')
      const work = store().snapshot(() => Promise.reject(failure))
      await assert.rejects(work, (error) => error === failure)
    })

    it('sees one moment, while writes go on', async () => {
      const fixture = await createFixture(store())
      await addPage(store(), fixture)
      await store().snapshot(async (snapshot) => {
        assert.equal((await pages.all(snapshot, systemViewer(fixture.workspaceId))).length, 1)
        const later = await addPage(store(), fixture)
        assert.equal(await isThere(store(), later), true)
        assert.equal(await isThere(snapshot, later), false)
        assert.equal((await pages.all(snapshot, systemViewer(fixture.workspaceId))).length, 1)
      })
      assert.equal((await pages.all(store(), systemViewer(fixture.workspaceId))).length, 2)
    })

    it('sees the moment it was opened, even when the first read comes later', async () => {
      const fixture = await createFixture(store())
      await store().snapshot(async (snapshot) => {
        const later = await addPage(store(), fixture)
        assert.equal(await isThere(snapshot, later), false)
      })
    })

    it('gives rows one by one, untouched by writes and by other uses of the statement', async () => {
      const fixture = await createFixture(store())
      await addPage(store(), fixture, { id: 'a' })
      await addPage(store(), fixture, { id: 'b' })
      const seen: string[] = []
      await store().snapshot(async (snapshot) => {
        for await (const { id } of snapshot.each(everyPage, { workspaceId: fixture.workspaceId })) {
          seen.push(id)
          await addPage(store(), fixture)
          assert.equal(
            (await snapshot.all(everyPage, { workspaceId: fixture.workspaceId })).length,
            2,
          )
        }
      })
      assert.deepEqual(seen, ['a', 'b'])
    })

    it('can be left in the middle of its rows', async () => {
      const fixture = await createFixture(store())
      await addPage(store(), fixture)
      await addPage(store(), fixture)
      const first = await store().snapshot(async (snapshot) => {
        for await (const { id } of snapshot.each(everyPage, { workspaceId: fixture.workspaceId }))
          return id
        return undefined
      })
      assert.equal(typeof first, 'string')
      await addPage(store(), fixture)
    })
  })

  describe('check', () => {
    const { store } = useStore(open)

    it('finds nothing wrong with a sound store', async () => {
      await addPage(store(), await createFixture(store()))
      assert.deepEqual(await store().check(), [])
    })
  })

  describe('timings', () => {
    const { store } = useStore(open)

    it('counts every statement by its name', async () => {
      const fixture = await createFixture(store())
      const count = () =>
        store()
          .timings()
          .filter(({ name }) => name === 'pages.all')
          .reduce((sum, timing) => sum + timing.count, 0)
      const before = count()
      await pages.all(store(), systemViewer(fixture.workspaceId))
      await store().transact((transaction) =>
        pages.all(transaction, systemViewer(fixture.workspaceId)),
      )
      assert.equal(count() - before, 2)
    })
  })
}
