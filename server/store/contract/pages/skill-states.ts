import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as storedFiles from '../../files/files.ts'
import * as trash from '../../pages/trash.ts'
import * as files from '../../skills/files.ts'
import * as states from '../../skills/states.ts'
import * as versions from '../../skills/versions.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, fileRow, useStore } from '../rows.ts'

export function skillStatesContract(open: Dialect['open']): void {
  describe('skill states', () => {
    const { store } = useStore(open)
    const note = ({ workspaceId }: Fixture, pageId: string) =>
      store().transact((transaction) => states.note(transaction, { workspaceId, pageId }))
    const due = async ({ workspaceId }: Fixture) =>
      (await states.due(store(), workspaceId)).map(({ pageId, revision }) => [pageId, revision])
    const record = ({ workspaceId }: Fixture, pageId: string, revision: number) =>
      store().transact((transaction) =>
        states.record(transaction, { workspaceId, pageId }, { revision, isChanged: false, now: 1 }),
      )
    const addSkill = (fixture: Fixture) => addPage(store(), fixture, { ownership: 'SKILL' })

    it('note nothing for a page that belongs to no skill, or does not exist', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture)
      await note(fixture, page.id)
      await note(fixture, newId())
      assert.deepEqual(await due(fixture), [])
      const workspaces = await states.workspaces(store(), 1000)
      assert.ok(!workspaces.includes(fixture.workspaceId))
    })

    it('note the skill above a page at any depth, and the skills that have it in a version', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const skill = await addSkill(fixture)
      const child = await addPage(store(), fixture, { parentId: skill.id })
      const deep = await addPage(store(), fixture, { parentId: child.id })
      await note(fixture, deep.id)
      assert.deepEqual(await due(fixture), [[skill.id, 1]])
      assert.ok((await states.workspaces(store(), 1000)).includes(workspaceId))
      await record(fixture, skill.id, 1)
      const elsewhere = await addPage(store(), fixture)
      const details = { title: 'T', name: 't', description: '', frontMatter: '{}', digest: 'd' }
      const flags = { size: 1, isValid: 1, isAutomatic: 0, note: '' } as const
      const creation = { createdAt: 1, createdBy: userId, runId: null }
      const version = { workspaceId, pageId: skill.id, version: 1 }
      const source = { sourceId: elsewhere.id, sourceVersion: 1, fileId: null }
      const file = { path: 'a.md', sha256: 'a', size: 1, isExecutable: 0, ...source } as const
      await store().transact(async (transaction) => {
        await versions.insert(transaction, { ...version, ...details, ...flags, ...creation })
        await files.insert(transaction, version, file, Buffer.from('a'))
      })
      await note(fixture, elsewhere.id)
      assert.deepEqual(await due(fixture), [[skill.id, 2]])
    })

    it('stay due if something changed while they were compared', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const skill = await addSkill(fixture)
      await note(fixture, skill.id)
      await note(fixture, skill.id)
      assert.equal(await record(fixture, skill.id, 1), false)
      assert.deepEqual(await due(fixture), [[skill.id, 2]])
      assert.equal(await record(fixture, skill.id, 2), true)
      assert.deepEqual(await due(fixture), [])
      await store().transact((transaction) => states.noteAll(transaction, workspaceId))
      assert.deepEqual(await due(fixture), [[skill.id, 3]])
      const address = { workspaceId, pageId: skill.id }
      await store().transact((transaction) => states.remove(transaction, address))
      assert.deepEqual(await due(fixture), [])
    })

    it('stay due while a skill is in the trash, and are due again once it is restored', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const skill = await addSkill(fixture)
      await note(fixture, skill.id)
      const list = { workspaceId, ids: [skill.id], deletedWith: skill.id }
      const stamp = { at: 1, by: fixture.userId }
      await store().transact((transaction) => trash.remove(transaction, list, stamp))
      assert.deepEqual(await due(fixture), [])
      assert.ok(!(await states.workspaces(store(), 1000)).includes(workspaceId))
      await store().transact((transaction) => trash.restore(transaction, list, stamp))
      assert.deepEqual(await due(fixture), [[skill.id, 1]])
      assert.ok((await states.workspaces(store(), 1000)).includes(workspaceId))
    })

    it('keep a push until a version is published, or the draft is as before', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const skill = await addSkill(fixture)
      const address = { workspaceId, pageId: skill.id }
      const put = (push: states.Push) =>
        store().transact((transaction) => states.putPush(transaction, address, push))
      const push = () => states.push(store(), address)
      await note(fixture, skill.id)
      assert.equal(await push(), undefined)
      const author = { userId, via: 'api' }
      for (const given of [
        { digest: 'a', author },
        { digest: 'b', author: null },
      ]) {
        await put(given)
        assert.deepEqual(await push(), given)
      }
      const changed = { revision: 1, isChanged: true, now: 1 }
      await store().transact((transaction) => states.record(transaction, address, changed))
      assert.equal((await push())?.digest, 'b')
      await store().transact((transaction) => states.removePush(transaction, address))
      assert.equal(await push(), undefined)
      await put({ digest: 'c', author })
      await record(fixture, skill.id, 1)
      assert.equal(await push(), undefined)
    })

    it('know the skills with a file, attached or in a version, and no other page', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const [skill, page] = [await addSkill(fixture), await addPage(store(), fixture)]
      const row = fileRow(fixture)
      const fileId = row.id
      await store().transact((transaction) => storedFiles.insert(transaction, row))
      const withFile = () => states.withFile(store(), { workspaceId, fileId })
      assert.deepEqual(await withFile(), [])
      for (const pageId of [skill.id, page.id]) {
        await store().transact((transaction) =>
          storedFiles.attach(transaction, { workspaceId, pageId, fileId, createdAt: 1 }),
        )
      }
      assert.deepEqual(await withFile(), [skill.id])
    })

    it('are of one workspace', async () => {
      const fixture = await createFixture(store())
      const other = await createFixture(store())
      const skill = await addSkill(fixture)
      await note(other, skill.id)
      assert.deepEqual([await due(fixture), await due(other)], [[], []])
      await note(fixture, skill.id)
      await store().transact((transaction) => states.noteAll(transaction, other.workspaceId))
      assert.deepEqual([await due(fixture), await due(other)], [[[skill.id, 1]], []])
    })
  })
}
