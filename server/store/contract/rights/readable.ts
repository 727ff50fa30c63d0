import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as contents from '../../pages/contents.ts'
import * as groups from '../../rights/groups.ts'
import * as readable from '../../rights/readable.ts'
import * as sections from '../../rights/sections.ts'
import { levelNumbers } from '../../rights/viewer.ts'
import { branches, texts } from '../../search/hits.ts'
import * as search from '../../search/search.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, plain, useStore } from '../rows.ts'
import { addUser, restrict, viewerOf } from './section-rows.ts'

const start = { sequence: 0, pageId: '' }

export function readableContract(open: Dialect['open']): void {
  describe('readable sections', () => {
    const { store } = useStore(open)

    it('follow each assignment of a page, of new ones too', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const none = await readable.assignments(store(), workspaceId, start, 9)
      assert.deepEqual(none, { latest: 0, rows: [] })
      const top = await addPage(store(), fixture, { position: 'a0' })
      const other = await addPage(store(), fixture, { position: 'a1' })
      await restrict(store(), fixture, top.id, {})
      const inside = await addPage(store(), fixture, { parentId: top.id, sectionId: top.id })
      const found = await readable.assignments(store(), workspaceId, start, 9)
      assert.deepEqual(found.latest, 2)
      assert.deepEqual(found.rows.map(plain), [
        { sequence: 1, pageId: top.id, sectionId: top.id },
        { sequence: 2, pageId: inside.id, sectionId: top.id },
      ])
      const ids = [other.id, inside.id].toSorted()
      await store().transact((transaction) =>
        sections.assign(transaction, { workspaceId, ids }, null),
      )
      const first = await readable.assignments(
        store(),
        workspaceId,
        { sequence: 2, pageId: inside.id },
        1,
      )
      assert.deepEqual(first.rows.map(plain), [{ sequence: 3, pageId: ids[0], sectionId: null }])
      const last = await readable.assignments(
        store(),
        workspaceId,
        { sequence: 3, pageId: ids[0] ?? '' },
        9,
      )
      assert.deepEqual(last.rows.map(plain), [{ sequence: 3, pageId: ids[1], sectionId: null }])
      await store().transact((transaction) =>
        search.log(transaction, { workspaceId, pageId: top.id }, null, {
          analyser: '',
          segmenter: null,
        }),
      )
      const { rightsVersion, sectionSequence } = await search.state(store(), workspaceId)
      assert.deepEqual({ rightsVersion, sectionSequence }, { rightsVersion: 1, sectionSequence: 3 })
      assert.deepEqual(plain(await readable.versions(store(), workspaceId)), {
        rightsVersion: 1,
        sectionSequence: 3,
      })
      const { state } = await search.changes(store(), workspaceId, 0, 1)
      assert.deepEqual([state.rightsVersion, state.sectionSequence], [1, 3])
    })

    it('are those granted to the viewer, to their groups and to everyone', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const groupId = 'g'
      const [own, grouped, open, hidden] = [
        await addPage(store(), fixture, { position: 'a0' }),
        await addPage(store(), fixture, { position: 'a1' }),
        await addPage(store(), fixture, { position: 'a2' }),
        await addPage(store(), fixture, { position: 'a3' }),
      ]
      await store().transact(async (transaction) => {
        const group = { workspaceId, groupId, name: 'G', oidcGroup: null }
        await groups.insert(transaction, { ...group, createdAt: 1, createdBy: userId })
        const membership = { workspaceId, groupId, userId, source: 'person', createdAt: 1 } as const
        await groups.addMember(transaction, membership)
      })
      await restrict(store(), fixture, own.id, { [userId]: levelNumbers.read })
      await restrict(store(), fixture, grouped.id, { [groupId]: levelNumbers.read })
      await restrict(store(), fixture, open.id, { [workspaceId]: 0 })
      await restrict(store(), fixture, hidden.id, { [await addUser(store())]: levelNumbers.read })
      const found = await readable.sections(store(), viewerOf(fixture))
      assert.equal(found.version, 4)
      assert.deepEqual(found.sectionIds.toSorted(), [own.id, grouped.id, open.id].toSorted())
      const guest = viewerOf(fixture, { everyoneId: '' })
      const shared = await readable.sections(store(), guest)
      assert.deepEqual(shared.sectionIds.toSorted(), [own.id, grouped.id].toSorted())
      const outsider = viewerOf({ ...fixture, userId: await addUser(store()) }, { everyoneId: '' })
      assert.deepEqual(await readable.sections(store(), outsider), { version: 4, sectionIds: [] })
    })

    it('decide which hits have a text and ancestors', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const top = await addPage(store(), fixture, { title: 'Top' })
      const hidden = await addPage(store(), fixture, { title: 'Hidden', parentId: top.id })
      const below = await addPage(store(), fixture, { title: 'Below', parentId: hidden.id })
      await restrict(store(), fixture, hidden.id, { [await addUser(store())]: levelNumbers.read })
      await store().transact(async (transaction) => {
        for (const { id } of [top, hidden, below]) {
          await contents.put(
            transaction,
            { workspaceId, pageId: id },
            { blocks: '[]', document: '{}' },
          )
        }
      })
      const viewer = viewerOf(fixture)
      const ids = [hidden.id, below.id]
      const seen = await texts(store(), viewer, { ids, maxBytes: 9 })
      assert.deepEqual(
        seen.map(({ title }) => title),
        ['Below'],
      )
      const titles = (await branches(store(), viewer, ids)).map(({ title }) => title)
      assert.deepEqual(titles, ['Below'])
    })
  })
}
