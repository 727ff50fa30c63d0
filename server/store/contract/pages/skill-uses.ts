import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as users from '../../people/users.ts'
import { publicViewer, systemViewer } from '../../rights/viewer.ts'
import * as drafts from '../../skills/drafts.ts'
import * as evaluations from '../../skills/evaluations.ts'
import * as files from '../../skills/files.ts'
import * as states from '../../skills/states.ts'
import * as uses from '../../skills/uses.ts'
import * as versions from '../../skills/versions.ts'
import type { Dialect } from '../dialect.ts'
import { restrict } from '../rights/section-rows.ts'
import { addPage, createFixture, type Fixture, plain, userRow, useStore } from '../rows.ts'

type Address = { workspaceId: string; pageId: string }

export function skillUsesContract(open: Dialect['open']): void {
  describe('what is counted of skills', () => {
    const { store } = useStore(open)

    async function addSkill(fixture: Fixture, count = 1): Promise<Address> {
      const { id: pageId, workspaceId } = await addPage(store(), fixture, { ownership: 'SKILL' })
      const address = { workspaceId, pageId }
      const details = { title: 'T', name: 't', description: '', frontMatter: '{}', digest: 'd' }
      const flags = { size: 1, isValid: 1, isAutomatic: 0, note: '', runId: null } as const
      await store().transact(async (transaction) => {
        for (let version = 1; version <= count; version += 1) {
          const creation = { version, createdAt: version, createdBy: fixture.userId }
          await versions.insert(transaction, { ...address, ...details, ...flags, ...creation })
        }
      })
      return address
    }

    describe('uses of skills', () => {
      const add = (address: Address, columns: Partial<uses.UseRow> = {}) =>
        store().transact((transaction) =>
          uses.add(transaction, {
            ...address,
            version: 1,
            userId: '',
            client: '',
            uses: 1,
            lastAt: 1,
            ...columns,
          }),
        )
      const callers = async ({ workspaceId, pageId }: Address, version?: number) =>
        (
          await uses.callers(store(), systemViewer(workspaceId), { pageId, version, limit: 99 })
        ).map(plain)

      it('of a version that is gone, or was never published, are not stored', async () => {
        const fixture = await createFixture(store())
        const address = await addSkill(fixture)
        await add(address, { version: 2 })
        await add({ ...address, pageId: newId() })
        assert.deepEqual(await callers(address), [])
        assert.deepEqual(await uses.ofPages(store(), systemViewer(fixture.workspaceId)), [])
      })

      it('are added up by version, person and program, with the last time', async () => {
        const fixture = await createFixture(store())
        const { workspaceId, userId } = fixture
        const viewer = systemViewer(workspaceId)
        const address = await addSkill(fixture, 2)
        const own = { userId, client: 'codex' }
        await add(address, { ...own, uses: 2, lastAt: 5 })
        await add(address, { ...own, uses: 3, lastAt: 4 })
        await add(address, { ...own, version: 2, lastAt: 3 })
        await add(address, { lastAt: 9 })
        const names = { kind: 'person', firstName: 'A', lastName: 'B' }
        const everyone = { userId: '', client: '', kind: null, firstName: null, lastName: null }
        const all = { ...everyone, uses: 1, lastAt: 9 }
        assert.deepEqual(await callers(address), [all, { ...own, ...names, uses: 6, lastAt: 5 }])
        assert.deepEqual(await callers(address, 2), [{ ...own, ...names, uses: 1, lastAt: 3 }])
        const { pageId } = address
        assert.deepEqual((await uses.ofPages(store(), viewer)).map(plain), [
          { pageId, uses: 7, lastAt: 9 },
        ])
        assert.deepEqual((await uses.ofVersions(store(), viewer, pageId)).map(plain), [
          { version: 1, uses: 6, lastAt: 9 },
          { version: 2, uses: 1, lastAt: 3 },
        ])
        await store().transact((transaction) => uses.remove(transaction, address))
        assert.deepEqual(await callers(address), [])
      })

      it('count programs without a name beyond so many of one caller', async () => {
        const fixture = await createFixture(store())
        const address = await addSkill(fixture)
        const { userId } = fixture
        for (let number = 0; number < uses.maxClients + 5; number += 1) {
          await add(address, { userId, client: `program-${number}` })
        }
        await add(address, { userId, client: 'program-0' })
        await add(address, { client: 'other' })
        const found = await callers(address)
        const own = found.filter((row) => row?.userId === userId)
        assert.equal(own.length, uses.maxClients + 1)
        assert.equal(own.find((row) => row?.client === '')?.uses, 5)
        assert.equal(own.find((row) => row?.client === 'program-0')?.uses, 2)
        assert.equal(found.find((row) => row?.userId === '')?.client, 'other')
      })

      it('leave out versions with a page that the viewer cannot read', async () => {
        const fixture = await createFixture(store())
        const viewer = publicViewer(fixture.workspaceId)
        const address = await addSkill(fixture)
        await add(address)
        assert.equal((await uses.ofPages(store(), viewer)).length, 1)
        const source = await addPage(store(), fixture)
        const file = { path: 'a.md', sha256: 'a', size: 1, isExecutable: 0, fileId: null } as const
        await store().transact((transaction) =>
          files.insert(
            transaction,
            { ...address, version: 1 },
            { ...file, sourceId: source.id, sourceVersion: 1 },
            Buffer.from('a'),
          ),
        )
        await restrict(store(), fixture, source.id, {})
        const { pageId } = address
        assert.deepEqual(await uses.ofPages(store(), viewer), [])
        assert.deepEqual(await uses.ofVersions(store(), viewer, pageId), [])
        assert.deepEqual(await uses.callers(store(), viewer, { pageId, limit: 9 }), [])
      })

      it('are counted since the first time only', async () => {
        const { workspaceId } = await createFixture(store())
        assert.equal(await uses.since(store(), workspaceId), null)
        for (const now of [7, 9]) {
          await store().transact((transaction) => uses.start(transaction, workspaceId, now))
        }
        assert.equal(await uses.since(store(), workspaceId), 7)
      })
    })

    describe('evaluations of skills', () => {
      const add = (
        { userId }: Fixture,
        address: Address,
        columns: Partial<evaluations.EvaluationRow> = {},
        keep?: number,
      ) =>
        store().transact(async (transaction) => {
          const reported = { name: 'Suite', outcome: 'passed', score: null, note: '' } as const
          const by = { createdBy: userId, keyId: null, client: '', runId: null, model: '' }
          const row = { ...address, version: 1, id: newId(), createdAt: 1, ...reported, ...by }
          await evaluations.add(transaction, { ...row, ...columns }, keep)
        })
      const list = ({ workspaceId, pageId }: Address, version?: number) =>
        evaluations.list(store(), systemViewer(workspaceId), {
          pageId,
          version,
          limit: 9,
          offset: 0,
        })

      it('refuse a version that was never published, and an unknown person', async () => {
        const fixture = await createFixture(store())
        const address = await addSkill(fixture)
        await assert.rejects(add(fixture, address, { version: 2 }))
        await assert.rejects(add(fixture, address, { createdBy: newId() }))
        assert.deepEqual(await list(address), [])
      })

      it('are listed newest first, counted by outcome, and removed with the page', async () => {
        const fixture = await createFixture(store())
        const { workspaceId } = fixture
        const address = await addSkill(fixture, 2)
        const other = userRow({ firstName: 'Oda' })
        await store().transact((transaction) => users.insert(transaction, other, null))
        const by = { createdBy: other.id, keyId: 'k', client: 'codex', runId: 'r', model: 'm' }
        await add(fixture, address, { outcome: 'failed' })
        await add(fixture, address, { outcome: 'scored', score: 0.25, ...by })
        await add(fixture, address, { version: 2 })
        const found = await list(address, 1)
        assert.deepEqual(
          found.map(({ outcome, score, firstName, client }) => [outcome, score, firstName, client]),
          [
            ['scored', 0.25, 'Oda', 'codex'],
            ['failed', null, 'A', ''],
          ],
        )
        assert.equal((await list(address)).length, 3)
        const viewer = systemViewer(workspaceId)
        const counts = await evaluations.counts(store(), viewer, address.pageId)
        assert.deepEqual(counts.map(plain), [
          { version: 1, passed: 0, failed: 1, scored: 1 },
          { version: 2, passed: 1, failed: 0, scored: 0 },
        ])
        const newest = await evaluations.newest(store(), viewer, address.pageId)
        assert.deepEqual(
          newest.map(({ version, outcome }) => [version, outcome]),
          [
            [1, 'scored'],
            [2, 'passed'],
          ],
        )
        await store().transact((transaction) => evaluations.remove(transaction, address))
        assert.deepEqual(await list(address), [])
      })

      it('keep the newest ones of each version', async () => {
        const fixture = await createFixture(store())
        const address = await addSkill(fixture, 2)
        await add(fixture, address, { version: 2 }, 2)
        for (const name of ['one', 'two', 'three']) await add(fixture, address, { name }, 2)
        const names = async (version: number) =>
          (await list(address, version)).map(({ name }) => name)
        assert.deepEqual([await names(1), await names(2)], [['three', 'two'], ['Suite']])
      })
    })

    describe('drafts of skills', () => {
      it('note since when they differ from the newest version', async () => {
        const fixture = await createFixture(store())
        const address = await addSkill(fixture, 2)
        const viewer = systemViewer(fixture.workspaceId)
        const record = (revision: number, isChanged: boolean, now: number) =>
          store().transact(async (transaction) => {
            await states.note(transaction, address)
            await states.record(transaction, address, { revision, isChanged, now })
          })
        const find = async () => {
          const [found] = await drafts.list(store(), viewer)
          return [found?.changedSince, found?.newestAt, found?.createdAt]
        }
        assert.deepEqual(await find(), [null, 2, 1])
        await record(1, true, 5)
        await record(2, true, 6)
        assert.deepEqual(await find(), [5, 2, 1])
        await record(3, false, 7)
        assert.deepEqual(await find(), [null, 2, 1])
      })
    })
  })
}
