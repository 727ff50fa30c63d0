import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { logEntry } from '../../server/domain/pages/search-entries.ts'
import { type CheckReport, checkStore } from '../../server/domain/transfer/check/check.ts'
import { newId } from '../../server/lib/ids.ts'
import { versions } from '../../server/search/index/versions.ts'
import { files, pages, search, systemViewer } from '../../server/store/index.ts'
import { addPerson } from '../support/people.ts'
import { grantOnly, restrict } from '../support/sections.ts'
import { contextOf } from '../support/server.ts'
import { damage as damageStore } from '../support/stores/damage.ts'
import { typeText } from '../support/typing.ts'
import { type Desk, openDesk, pixel } from './folders.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  await desk.importFrom(
    await desk.write({
      'a/index.md': '# Alpha\n\n![p](../p.png)\n',
      'a/b.md': '# Beta\n\nSome words to be found by, and a few more.\n',
      'c.md': '# Gamma\n',
      'p.png': pixel,
    }),
  )
})
afterEach(() => desk.close())

function check(): Promise<CheckReport> {
  return checkStore(contextOf(desk, { via: 'cli' }))
}

async function faults(): Promise<string[]> {
  return (await check()).faults.map(({ part, message }) => `${part}: ${message}`)
}

async function idOf(title: string): Promise<string> {
  const found = (await pages.all(desk.app.store, systemViewer(desk.workspaceId))).find(
    (page) => page.title === title,
  )
  return found?.id ?? ''
}

/** Changes the store behind the program's back. */
function damage(sql: string, ...values: string[]): Promise<void> {
  return damageStore(desk.dataFolder, sql, ...values)
}

async function contentPath(): Promise<string> {
  const [{ sha256 } = { sha256: '' }] = await files.hashes(desk.app.store)
  return join(desk.dataFolder, 'files', sha256.slice(0, 2), sha256)
}

describe('check', () => {
  it('finds pages in the wrong section, and access that differs from the grants', async () => {
    const { workspaceId, userId } = desk
    const [alpha, beta, gamma] = [await idOf('Alpha'), await idOf('Beta'), await idOf('Gamma')]
    const bob = await addPerson(desk, 'Bob', 'MEMBER')
    await grantOnly(desk, alpha, { [userId]: 'manage', [bob.userId]: 'read' })
    await restrict(desk, beta, { grants: [{ principalId: bob.userId, level: 'write' }] })
    await restrict(desk, gamma, { everyone: 'comment' })
    assert.deepEqual(await faults(), [])
    await damage('update pages set section_id = null where id = $1', alpha)
    await damage('update pages set section_id = $1 where id = $2', alpha, gamma)
    assert.deepEqual((await faults()).toSorted(), [
      `permissions: page ${alpha} is in no section instead of section ${alpha}`,
      `permissions: page ${gamma} is in section ${alpha} instead of section ${gamma}`,
    ])
    await damage('update pages set section_id = id where id in ($1, $2)', alpha, gamma)
    assert.deepEqual(await faults(), [])
    await damage('update section_grants set level = 2 where section_id = $1 and level = 1', alpha)
    await damage('update workspaces set rights_version = 0 where id = $1', workspaceId)
    assert.deepEqual(await faults(), [
      `permissions: section ${alpha} has access that differs from its grants`,
      `permissions: workspace ${workspaceId} has sections that are ignored`,
    ])
    await damage('delete from section_access where section_id = $1', beta)
    assert.match((await faults()).join(), new RegExp(`section ${beta} has access that differs`))
  })

  it('finds a grant to a principal that does not exist', async () => {
    const gamma = await idOf('Gamma')
    const bob = await addPerson(desk, 'Bob', 'MEMBER')
    await grantOnly(desk, gamma, { [desk.userId]: 'manage', [bob.userId]: 'read' })
    await damage('delete from members where user_id = $1', bob.userId)
    assert.deepEqual(await faults(), [
      `permissions: section ${gamma} has a grant to ${bob.userId}, which does not exist`,
    ])
  })

  it('finds a comment whose thread is not on its page', async () => {
    const { workspaceId } = desk
    const pageId = await idOf('Beta')
    const body = { workspaceId, pageId, markdown: 'Hm.' }
    const created = await desk.post<{ commentId: string }>('/v1/comments/create', body)
    assert.deepEqual(await faults(), [])
    const { commentId } = created.body
    await damage('update comments set thread_id = $1 where id = $2', 'gone', commentId)
    assert.deepEqual(await faults(), [
      `comments: comment ${commentId} belongs to a thread that is not on its page`,
    ])
  })

  it('finds links, tags and anchors that are not those of the document', async () => {
    const { workspaceId } = desk
    const [alpha, beta] = [await idOf('Alpha'), await idOf('Beta')]
    const markdown = `# Heading\n\nA [link](/pages/${alpha}) and a #tag.`
    const ids: string[] = []
    for (const title of ['Links', 'Tags', 'Anchors']) {
      const page = { workspaceId, title, markdown }
      const { body } = await desk.post<{ pageId: string }>('/v1/pages/create', page)
      ids.push(body.pageId)
    }
    const [links = '', tags = '', anchors = ''] = ids
    // As while the job goes through the pages of an earlier release.
    await damage(`update link_indexes set indexed_to = '' where workspace_id = $1`, workspaceId)
    await damage('update page_links set target_id = $1 where page_id = $2', beta, links)
    await damage('delete from page_tags where page_id = $1', tags)
    await damage('update page_contents set anchors = null where page_id = $1', anchors)
    assert.deepEqual(await faults(), [])
    await damage('update link_indexes set indexed_to = null where workspace_id = $1', workspaceId)
    const differ = (what: string) => `has ${what} in the index that differ from its document`
    assert.deepEqual(await faults(), [
      `pages: page ${links} ${differ('links')}`,
      `pages: page ${tags} ${differ('tags')}`,
      `pages: page ${anchors} ${differ('anchors')}`,
    ])
  })

  it('finds a history that does not lead to its page, and a version that cannot be read', async () => {
    const { workspaceId } = desk
    const pageId = await idOf('Beta')
    const content = { type: 'doc', content: [{ type: 'paragraph' }] }
    await desk.post('/v1/pages/update', { workspaceId, pageId, content })
    assert.deepEqual(await faults(), [])
    await damage('update page_versions set document = null where page_id = $1', pageId)
    assert.deepEqual(await faults(), [])
    const bytes = '(select entry from search_changes where entry is not null limit 1)'
    await damage(`update page_versions set version = 7, document = ${bytes} where version = 2`)
    assert.deepEqual(await faults(), [
      `pages: page ${pageId} is at version 2, but its history ends with 7`,
      `pages: page ${pageId} has a version 7 without a body`,
    ])
  })

  it('finds typing that cannot be stored, and nothing wrong with typing that can', async () => {
    const [alpha, beta, gamma] = [await idOf('Alpha'), await idOf('Beta'), await idOf('Gamma')]
    for (const pageId of [alpha, beta, gamma]) {
      for (const text of ['one ', 'two ', 'three ']) await typeText(desk, pageId, text)
    }
    assert.deepEqual(await faults(), [])
    await damage('delete from page_steps where version = 3 and page_id = $1', alpha)
    const broken = '[{"stepType":"replace","from":900,"to":901}]'
    await damage(
      'update page_steps set steps = $1 where version = 3 and page_id = $2',
      broken,
      beta,
    )
    await damage('update pages set version = 3 where id = $1', gamma)
    const found = await faults()
    const leads = 'but its journal does not lead there from version 1 of its document'
    assert.equal(found.length, 4, found.join('\n'))
    assert.deepEqual(found[0], `pages: page ${gamma} is at version 3, but its journal ends with 4`)
    assert.ok(found.includes(`pages: page ${alpha} is at version 4, ${leads}`))
    assert.ok(found.includes(`pages: page ${gamma} is at version 3, ${leads}`))
    const stuck = `pages: page ${beta} has typing in its journal that cannot be stored: `
    assert.ok(found.some((fault) => fault.startsWith(stuck)))
  })

  it('finds authors that do not fit a document or a version', async () => {
    const { workspaceId } = desk
    const [alpha, beta] = [await idOf('Alpha'), await idOf('Beta')]
    for (const pageId of [alpha, beta]) {
      const text = `Longer than before, in ${pageId === alpha ? 'one' : 'two more'} words.`
      const edit = { workspaceId, pageId, mode: 'append', text }
      for (let count = 0; count < 2; count += 1) await desk.post('/v1/pages/edit', edit)
    }
    assert.deepEqual(await faults(), [])
    const other = '(select attribution from page_contents where page_id = $1)'
    await damage(`update page_contents set attribution = ${other} where page_id = $2`, beta, alpha)
    assert.deepEqual(await faults(), [
      `pages: page ${alpha} has authors that do not fit its document`,
    ])
    const bytes = '(select entry from search_changes where entry is not null limit 1)'
    await damage(
      `update page_versions set attribution = ${bytes} where version = 2 and page_id = $1`,
      beta,
    )
    assert.ok(
      (await faults()).includes(
        `pages: page ${beta} has a version 2 whose authors do not fit its document`,
      ),
    )
  })

  it('finds a page whose parent is gone, and pages that are below themselves', async () => {
    const [alpha, beta, gamma] = [await idOf('Alpha'), await idOf('Beta'), await idOf('Gamma')]
    await damage('update pages set parent_id = $1 where id = $2', 'gone', gamma)
    await damage('update pages set parent_id = $1 where id = $2', beta, alpha)
    const expected = [
      `tree: page ${alpha} is below itself`,
      `tree: page ${beta} is below itself`,
      `tree: page ${gamma} is under gone, which is not in its workspace`,
    ]
    assert.deepEqual(new Set(await faults()), new Set(expected))
  })

  it('finds a row that refers to nothing', async () => {
    const sql =
      'insert into members (workspace_id, user_id, role, created_at) values ($1, $2, $3, 1)'
    await damage(sql, desk.workspaceId, 'nobody', 'MEMBER')
    assert.deepEqual(await faults(), ['store: a row of members refers to a missing row of users'])
  })

  it('finds a body that is no document, none, and texts that are not those of the body', async () => {
    const [alpha, beta, gamma] = [await idOf('Alpha'), await idOf('Beta'), await idOf('Gamma')]
    const set = 'update page_contents set document = $1 where page_id = $2'
    await damage(set, '{"type":"doc","content":[{"type":"bomb"}]}', alpha)
    await damage('update page_contents set blocks = $1 where page_id = $2', '[]', beta)
    await damage('delete from page_contents where page_id = $1', gamma)
    const found = await faults()
    assert.equal(found.length, 3)
    const ofAlpha = new RegExp(`^pages: page ${alpha} has an invalid document: `)
    assert.ok(found.some((fault) => ofAlpha.test(fault)))
    assert.ok(found.includes(`pages: page ${beta} has block texts that differ from its document`))
    assert.ok(found.includes(`pages: page ${gamma} has no body`))
  })

  it('finds a page that search does not know or knows by other words, and one that is none', async () => {
    const [alpha, beta, gamma] = [await idOf('Alpha'), await idOf('Beta'), await idOf('Gamma')]
    const { store, content } = contextOf(desk)
    const { workspaceId } = desk
    const ghost = newId()
    const other = await content.entry({ id: ghost, title: 'Other', blocks: '[]' })
    await store.transact(async (transaction) => {
      await search.logRemovals(transaction, { workspaceId, ids: [alpha] }, versions.analyser)
      await logEntry(transaction, { workspaceId, pageId: beta }, other)
      await logEntry(transaction, { workspaceId, pageId: ghost }, other)
    })
    await damage('delete from search_changes where page_id = $1', gamma)
    const expected = [
      `pages: page ${alpha} is not in the search index`,
      `pages: page ${beta} has an outdated entry in the search index`,
      `pages: page ${gamma} is not in the search index`,
      `pages: the search index contains ${ghost}, which is not a page`,
    ]
    assert.deepEqual(new Set(await faults()), new Set(expected))
  })

  it('finds bytes that are lost, changed, or of another size', async () => {
    const path = await contentPath()
    const [file] = await files.all(desk.app.store, systemViewer(desk.workspaceId))
    const named = `files: file ${file?.id} (p.png)`
    await writeFile(path, 'other bytes')
    assert.deepEqual(await faults(), [
      `${named} has contents that differ from those that were stored`,
    ])
    await rm(path)
    assert.deepEqual(await faults(), [`${named} has no contents`])
    await writeFile(path, pixel)
    await damage('update files set size = 1')
    assert.deepEqual(await faults(), [`${named} has ${pixel.length} bytes instead of 1`])
  })

  it('finds a file that is looked for in another workspace', async () => {
    const [file] = await files.all(desk.app.store, systemViewer(desk.workspaceId))
    await damage('update file_workspaces set workspace_id = $1', 'elsewhere')
    const fault = `files: file ${file?.id} (p.png) is listed in another workspace than its own`
    assert.deepEqual(await faults(), [fault])
  })

  it('finds gaps between events, and events that are missing', async () => {
    const { workspaceId } = desk
    const events = `events: the events of workspace ${workspaceId}`
    await damage('delete from events where sequence = 2')
    assert.deepEqual(await faults(), [`${events} have gaps`])
    await damage('update workspaces set event_sequence = 99')
    assert.match((await faults()).join(), /end at \d+ instead of 99/)
    await damage('delete from events')
    assert.deepEqual(await faults(), [`${events} are missing`])
  })

  it('finds events that nobody could read, after a bit of them was flipped', async () => {
    const { workspaceId } = desk
    const event = `events: event 2 of workspace ${workspaceId}`
    const flips: [change: string, fault: string][] = [
      ["data = replace(data, '{', 'z')", 'is not a JSON object'],
      ["data = '[]'", 'is not a JSON object'],
      ["type = 'pagf~created'", 'has the invalid type "pagf~created"'],
      ["via = 'AP)'", 'has the invalid interface "AP)"'],
      ["id = 'x' || substr(id, 2)", 'has the invalid ID "x'],
      [
        'data = \'{"pageId":"zz00000-0000-7000-8000-000000000000x"}\'',
        'has an invalid ID in pageId',
      ],
    ]
    for (const [change, fault] of flips) {
      await damage('create table kept as select * from events')
      await damage(`update events set ${change} where sequence = 2`)
      const found = await faults()
      assert.equal(found.length, 1, found.join())
      assert.ok(found[0]?.startsWith(`${event} ${fault}`), found.join())
      await damage('delete from events')
      await damage('insert into events select * from kept')
      await damage('drop table kept')
    }
    assert.deepEqual(await faults(), [])
  })

  it('finds nothing wrong with a sound store, and mentions contents of no file', async () => {
    const sound = await check()
    assert.deepEqual([sound.faults, sound.pages, sound.contents, sound.orphans], [[], 3, 1, 0])
    assert.ok(sound.events > 4)
    const folder = join(desk.dataFolder, 'files', 'ab')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'ab'.repeat(32)), 'left behind')
    const littered = await check()
    assert.deepEqual([littered.faults, littered.orphans], [[], 1])
  })

  it('finds nothing wrong with texts of every kind', async () => {
    const { workspaceId } = desk
    for (const title of [
      '日本語のページ',
      'ъ ё é',
      '€ 😀',
      '"quotes" AND (stars*)',
      '_',
      'C++ a_b',
      '...',
    ]) {
      const page = { workspaceId, title, markdown: `${title}\n\n${title} ${title}` }
      assert.equal((await desk.post('/v1/pages/create', page)).status, 200)
    }
    assert.deepEqual(await faults(), [])
  })
})
