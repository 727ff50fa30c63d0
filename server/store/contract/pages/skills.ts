import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import { publicViewer, systemViewer } from '../../rights/viewer.ts'
import * as drafts from '../../skills/drafts.ts'
import * as files from '../../skills/files.ts'
import * as labels from '../../skills/labels.ts'
import * as links from '../../skills/links.ts'
import * as states from '../../skills/states.ts'
import * as versions from '../../skills/versions.ts'
import type { Dialect } from '../dialect.ts'
import { restrict } from '../rights/section-rows.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'

function versionRow(
  { userId }: Fixture,
  columns: Partial<versions.VersionDetails> = {},
): versions.VersionDetails {
  return {
    version: 1,
    title: 'Review',
    name: 'review',
    description: 'Reviews. Use before a merge.',
    frontMatter: '{"name":"review"}',
    digest: 'd'.repeat(64),
    size: 3,
    isValid: 1,
    isAutomatic: 0,
    note: '',
    createdAt: 1,
    createdBy: userId,
    runId: null,
    ...columns,
  }
}

function skillFile(columns: Partial<files.FileRow> = {}): files.FileRow {
  return {
    path: 'SKILL.md',
    sha256: 'a'.repeat(64),
    size: 3,
    isExecutable: 0,
    sourceId: null,
    sourceVersion: null,
    fileId: null,
    ...columns,
  }
}

const bytes = Buffer.from([0, 1, 255])

export function skillsContract(open: Dialect['open']): void {
  describe('skills', () => {
    const { store } = useStore(open)
    const addSkill = async (fixture: Fixture, columns = {}) => {
      const page = await addPage(store(), fixture, { ownership: 'SKILL', ...columns })
      return { workspaceId: page.workspaceId, pageId: page.id }
    }
    const publish = (
      fixture: Fixture,
      address: { workspaceId: string; pageId: string },
      version: number,
      rows: readonly files.FileRow[] = [skillFile()],
    ) =>
      store().transact(async (transaction) => {
        const row = versionRow(fixture, { version })
        await versions.insert(transaction, { ...address, ...row })
        for (const row of rows) {
          await files.insert(transaction, { ...address, version }, row, bytes)
        }
      })
    const label = (
      { userId }: Fixture,
      address: { workspaceId: string; pageId: string },
      version: number,
      name = 'production',
    ) =>
      store().transact((transaction) =>
        labels.put(transaction, {
          ...address,
          label: name,
          version,
          updatedAt: 1,
          updatedBy: userId,
        }),
      )

    it('refuse a version of a page that does not exist, and a label of no version', async () => {
      const fixture = await createFixture(store())
      const nowhere = { workspaceId: fixture.workspaceId, pageId: newId() }
      await assert.rejects(publish(fixture, nowhere, 1))
      const address = await addSkill(fixture)
      await assert.rejects(label(fixture, address, 1))
      await publish(fixture, address, 1)
      await assert.rejects(publish(fixture, address, 1))
    })

    it('keep each content once, and remove those that no version has', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const one = await addSkill(fixture)
      const other = await addSkill(fixture)
      const own = skillFile({ path: 'assets/a', sha256: 'b'.repeat(64), isExecutable: 1 })
      await publish(fixture, one, 1, [skillFile(), own])
      await publish(fixture, other, 1)
      const rows = await files.list(store(), { ...one, version: 1 })
      assert.deepEqual(rows.map(plain), [skillFile(), own])
      const content = (sha256: string) => files.content(store(), { workspaceId, sha256 })
      assert.deepEqual(Buffer.from((await content(own.sha256)) ?? []), bytes)
      await store().transact(async (transaction) => {
        await files.remove(transaction, one)
        await files.remove(transaction, one)
        await versions.remove(transaction, one)
      })
      assert.equal(await content(own.sha256), undefined)
      assert.ok(await content('a'.repeat(64)))
      assert.equal(await versions.newest(store(), one), undefined)
    })

    it('list versions, newest first, and the one with a label', async () => {
      const fixture = await createFixture(store())
      const viewer = systemViewer(fixture.workspaceId)
      const address = await addSkill(fixture)
      await publish(fixture, address, 1)
      await publish(fixture, address, 2, [])
      await label(fixture, address, 2)
      await label(fixture, address, 1)
      await label(fixture, address, 2, 'staging')
      const { pageId } = address
      const page = { pageId, limit: 9, offset: 0 }
      const listed = await versions.list(store(), viewer, page)
      assert.deepEqual(
        listed.map(({ version, files: count }) => [version, count]),
        [
          [2, 0],
          [1, 1],
        ],
      )
      const asked = { label: 'production', ownership: 'SKILL' } as const
      const [served] = await versions.labelled(store(), viewer, asked)
      assert.deepEqual([served?.pageId, served?.version], [pageId, 1])
      const staged = await versions.labelledOfPage(store(), viewer, { label: 'staging', pageId })
      assert.equal(staged?.version, 2)
      assert.equal((await versions.newest(store(), address))?.version, 2)
      assert.equal((await versions.get(store(), viewer, { pageId, version: 1 }))?.name, 'review')
      const agents = await versions.labelled(store(), viewer, { ...asked, ownership: 'AGENT' })
      assert.deepEqual(agents, [])
      assert.deepEqual(
        (await labels.list(store(), address)).map((row) => [row.label, row.version]),
        [
          ['production', 1],
          ['staging', 2],
        ],
      )
      await store().transact(async (transaction) => {
        assert.ok(await labels.remove(transaction, { ...address, label: 'staging' }))
        assert.ok(!(await labels.remove(transaction, { ...address, label: 'staging' })))
        await labels.removeAll(transaction, address)
      })
      assert.deepEqual(await versions.labelled(store(), viewer, asked), [])
    })

    it('hide a version with a page that the viewer may not read', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const address = await addSkill(fixture)
      const child = await addPage(store(), fixture, { parentId: address.pageId })
      const source = { sourceId: child.id, sourceVersion: 1 }
      await publish(fixture, address, 1, [skillFile(), skillFile({ path: 'a.md', ...source })])
      await label(fixture, address, 1)
      const count = async () => {
        const viewer = publicViewer(workspaceId)
        const asked = { label: 'production', ownership: 'SKILL' } as const
        return (await versions.labelled(store(), viewer, asked)).length
      }
      assert.equal(await count(), 1)
      await restrict(store(), fixture, child.id, {})
      assert.equal(await count(), 0)
    })

    it('list drafts with their newest version and the one that is served', async () => {
      const fixture = await createFixture(store())
      const viewer = systemViewer(fixture.workspaceId)
      const address = await addSkill(fixture)
      const find = async () => {
        const [found] = await drafts.list(store(), viewer)
        return [found?.id, found?.newest, found?.production, found?.isChanged]
      }
      const { pageId } = address
      assert.deepEqual(await find(), [pageId, null, null, 0])
      await publish(fixture, address, 1)
      await publish(fixture, address, 2)
      await label(fixture, address, 1)
      assert.deepEqual(await find(), [pageId, 2, 1, 0])
      await store().transact(async (transaction) => {
        await states.note(transaction, address)
        await states.record(transaction, address, { revision: 1, isChanged: true, now: 1 })
      })
      assert.deepEqual(await find(), [pageId, 2, 1, 1])
    })

    it('give everyone the versions with a label whose pages have no permissions of their own', async () => {
      const fixture = await createFixture(store())
      const address = await addSkill(fixture)
      const child = await addPage(store(), fixture, { parentId: address.pageId })
      const source = { sourceId: child.id, sourceVersion: 1 }
      await publish(fixture, address, 1, [skillFile(), skillFile({ path: 'a.md', ...source })])
      const name = `label-${newId()}`
      const found = async () =>
        (await versions.forEveryone(store(), name)).map(({ pageId, version }) => [pageId, version])
      assert.deepEqual(await found(), [])
      await label(fixture, address, 1, name)
      assert.deepEqual(await found(), [[address.pageId, 1]])
      await restrict(store(), fixture, child.id, {})
      assert.deepEqual(await found(), [])
    })

    it('find the pages below a skill, without other skills', async () => {
      const fixture = await createFixture(store())
      const address = await addSkill(fixture)
      const child = await addPage(store(), fixture, { parentId: address.pageId, title: 'Child' })
      await addPage(store(), fixture, { parentId: child.id, title: 'Deeper' })
      const nested = { parentId: address.pageId, ownership: 'SKILL' } as const
      const inner = await addPage(store(), fixture, nested)
      await addPage(store(), fixture, { parentId: inner.id })
      const titles = async (limit: number) =>
        (await drafts.subpages(store(), address, limit)).map(({ title }) => title)
      assert.deepEqual(await titles(9), ['Child', 'Deeper'])
      assert.deepEqual(await titles(1), ['Child'])
    })

    it('have links, found by their token, that end with the page or with who created them', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { pageId } = await addSkill(fixture)
      const add = async (one: string | null) => {
        const row = { workspaceId, id: newId(), pageId: one, createdAt: 1, createdBy: userId }
        const link = { ...row, expiresAt: 5_000_000_000_000 }
        const tokenHash = `hash of ${row.id}`
        await store().transact((transaction) => links.insert(transaction, { ...link, tokenHash }))
        return link
      }
      const [ofOne, ofAll] = [await add(pageId), await add(null)]
      const address = { workspaceId, linkId: ofOne.id }
      assert.deepEqual(plain(await links.byToken(store(), `hash of ${ofOne.id}`)), address)
      assert.equal(await links.byToken(store(), 'unknown'), undefined)
      const {
        firstName: _first,
        lastName: _last,
        ...found
      } = {
        ...(await links.get(store(), address)),
      }
      assert.deepEqual(plain(found), ofOne)
      const listed = async (one: string | null) =>
        (await links.list(store(), { workspaceId, pageId: one }, 9)).map(({ id }) => id)
      assert.deepEqual([await listed(pageId), await listed(null)], [[ofOne.id], [ofAll.id]])
      await store().transact((transaction) => links.remove(transaction, address))
      assert.deepEqual([await listed(pageId), await listed(null)], [[], [ofAll.id]])
      const creator = { workspaceId, userId }
      await store().transact((transaction) => links.removeOfCreator(transaction, creator))
      assert.deepEqual(await listed(null), [])
    })

    it('store paths and settings, and forget them', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const address = await addSkill(fixture)
      const row = { itemId: newId(), path: 'scripts/a.sh', isExecutable: 1 } as const
      await store().transact(async (transaction) => {
        await drafts.putPath(transaction, address, { ...row, path: 'old' })
        await drafts.putPath(transaction, address, row)
        await drafts.setReviews(transaction, workspaceId, true)
      })
      assert.deepEqual((await drafts.paths(store(), address)).map(plain), [row])
      assert.ok(await drafts.reviews(store(), workspaceId))
      assert.ok(!(await drafts.reviews(store(), newId())))
      assert.ok(!(await drafts.isUpgrade(store(), address)))
      await store().transact((transaction) => drafts.remove(transaction, address))
      assert.deepEqual(await drafts.paths(store(), address), [])
    })
  })
}
