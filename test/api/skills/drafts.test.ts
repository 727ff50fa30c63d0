import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addFile as storeFile } from '../../../server/domain/files/files.ts'
import { attach } from '../../../server/domain/pages/attachments.ts'
import { skillStates } from '../../../server/store/index.ts'
import { callTool } from '../../support/mcp.ts'
import { addFile, addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import {
  addSkill,
  askSkills,
  type Checked,
  type Contents,
  type Listed,
  publishSkill,
  rewrite,
  skillText,
} from '../../support/skills/skills.ts'

let quire: TestServer
let member: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mia', 'MEMBER')
})
after(() => quire.close())

const post = (path: string, body: object, key?: string) =>
  quire.post(path, { workspaceId: quire.workspaceId, ...body }, key)
const ok = async (path: string, body: object, key?: string) => {
  const answer = await post(path, body, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
const stateOf = async (pageId: string) => {
  const { skills } = await askSkills<{ skills: Listed[] }>(quire, '/v1/skills/list', {})
  return skills.find(({ id }) => id === pageId)?.state
}

describe('the state of a skill', () => {
  it('is published after a change that its files do not show', async () => {
    const pageId = await addSkill(quire, 'Icon', 'Text.')
    const { version } = await publishSkill(quire, pageId)
    await ok('/v1/pages/update', { pageId, icon: '🧪' }, member.key)
    assert.equal(await stateOf(pageId), 'published')
    assert.deepEqual(await publishSkill(quire, pageId).then((one) => [one.version, one.isNew]), [
      version,
      false,
    ])
    await rewrite(quire, pageId, 'Other text.', member.key)
    assert.equal(await stateOf(pageId), 'changed')
    await rewrite(quire, pageId, 'Text.', member.key)
    assert.equal(await stateOf(pageId), 'published', 'taken back')
  })

  it('is changed by each difference of the folder', async () => {
    const pageId = await addSkill(quire, 'Folder', 'Text.')
    const child = await addPage(quire, 'Child', { parentId: pageId, markdown: 'Child.' })
    await publishSkill(quire, pageId)
    const deep = await addPage(quire, 'Deep', { parentId: child, markdown: 'Deep.' })
    const differs = async (what: string) => {
      assert.equal(await stateOf(pageId), 'changed', what)
      await publishSkill(quire, pageId)
      assert.equal(await stateOf(pageId), 'published', what)
    }
    await differs('a subpage of a subpage')
    const fileId = await addFile(quire, pageId, { name: 'a.txt' })
    await differs('an attached file')
    await ok('/v1/files/rename', { fileId, name: 'b.txt' })
    await differs('another name of a file')
    await ok('/v1/skills/set-path', { pageId, itemId: fileId, path: 'assets/b.txt' })
    assert.equal(await stateOf(pageId), 'published', 'the path that it has')
    const tool = { pageId, itemId: fileId, path: 'bin/b', isExecutable: true }
    await ok('/v1/skills/set-path', tool)
    await differs('another path')
    await ok('/v1/skills/set-path', { ...tool, isExecutable: false })
    await differs('an executable bit')
    await ok('/v1/files/delete', { fileId, force: true })
    await differs('a file that was deleted')
    await ok('/v1/pages/move', { pageId: deep, newParentId: null, prevPageId: null })
    await differs('a page that was moved away')
    await ok('/v1/pages/delete', { pageId: child })
    await differs('a page in the trash')
  })
})

describe('a skill in the trash', () => {
  it('is compared once it is restored, also with the page above it', async () => {
    const parent = await addPage(quire, 'Above')
    const pageId = await addPage(quire, 'Below', { parentId: parent, ownership: 'SKILL' })
    await rewrite(quire, pageId, 'Text.')
    await publishSkill(quire, pageId)
    await rewrite(quire, pageId, 'Changed.', member.key)
    await ok('/v1/pages/delete', { pageId: parent })
    assert.equal(await stateOf(pageId), undefined)
    await ok('/v1/pages/restore', { pageId: parent })
    assert.equal(await stateOf(pageId), 'changed')
  })
})

describe('a file that was renamed or deleted', () => {
  it('makes the skills due that have it, and no other', async () => {
    const { workspaceId } = quire
    const [having, other] = [
      await addSkill(quire, 'Having', 'A.'),
      await addSkill(quire, 'Not', 'A.'),
    ]
    const fileId = await addFile(quire, having, { name: 'a.txt' })
    const due = async () =>
      (await skillStates.due(quire.app.store, workspaceId)).map((row) => row.pageId)
    for (const [path, input] of [
      ['/v1/files/rename', { fileId, name: 'b.txt' }],
      ['/v1/files/delete', { fileId, force: true }],
    ] as const) {
      await stateOf(other)
      assert.deepEqual(await due(), [])
      await ok(path, input)
      assert.deepEqual(await due(), [having], path)
    }
    assert.equal(await stateOf(having), 'published')
  })
})

describe('files that are larger than a skill may be', () => {
  const attachLarge = async (pageId: string, content: Buffer) => {
    const { workspaceId } = quire
    const context = contextOf(quire)
    const file = { workspaceId, name: 'large.bin', mimeType: 'application/octet-stream' }
    return storeFile(context, { ...file, content: [content] }, (transaction, fileId) =>
      attach(transaction, context, { workspaceId, pageId, fileId }),
    )
  }

  it('are listed with their sizes, refused when read, and never published', async () => {
    const pageId = await addSkill(quire, 'Heavy', 'Text.')
    const { version } = await publishSkill(quire, pageId)
    const content = Buffer.alloc(16 * 1024 * 1024 + 1, 'x')
    await attachLarge(pageId, content)
    const draft = { pageId, label: 'draft' }
    const { files } = await askSkills<Contents>(quire, '/v1/skills/files', draft)
    const large = files.find(({ path }) => path === 'assets/large.bin')
    const sha256 = createHash('sha256').update(content).digest('hex')
    assert.deepEqual([large?.size, large?.sha256], [content.length, sha256])
    const read = await post('/v1/skills/read-file', { ...draft, path: 'assets/large.bin' })
    assert.deepEqual([read.status, read.body.code], [400, 'VALIDATION_FAILED'])
    assert.match(read.body.message, /^assets\/large\.bin is larger than 16 MiB/)
    const { findings } = await askSkills<Checked>(quire, '/v1/skills/check', { pageId })
    assert.deepEqual(
      findings.map(({ level, code }) => [level, code]),
      [['error', 'too-large']],
    )
    const refused = await post('/v1/skills/publish', { pageId })
    assert.deepEqual([refused.status, refused.body.errors[0]?.rule], [400, 'too-large'])
    type Changes = { files: { path: string; lines: unknown }[] }
    const compared = await askSkills<Changes>(quire, '/v1/skills/compare', {
      pageId,
      from: version,
    })
    assert.deepEqual(
      compared.files.map(({ path, lines }) => [path, lines]),
      [['assets/large.bin', null]],
    )
    assert.equal(await stateOf(pageId), 'changed')
    assert.match(await skillText(quire, pageId), /Text\.\n$/)
  })
})

describe('labels', () => {
  it('cannot be named draft, which stands for what the pages say now', async () => {
    const pageId = await addSkill(quire, 'Labelled', 'Text.')
    const { version } = await publishSkill(quire, pageId)
    for (const [path, body] of [
      ['set-label', { label: 'draft', version }],
      ['publish', { labels: ['production', 'draft'] }],
    ] as const) {
      const refused = await post(`/v1/skills/${path}`, { pageId, ...body })
      assert.deepEqual([refused.status, refused.body.errors[0]?.path], [400, '/label'], path)
    }
  })

  it('are an event when they are given and when they are taken away', async () => {
    const pageId = await addSkill(quire, 'Noticed', 'Text.')
    const { version } = await publishSkill(quire, pageId)
    const count = async () => {
      const { body } = await post('/v1/activity/list', { pageId })
      return JSON.stringify(body).split('skill.published').length - 1
    }
    const label = (number: number | null) =>
      ok('/v1/skills/set-label', { pageId, label: 'staging', version: number })
    const start = await count()
    await label(version)
    assert.equal(await count(), start + 1)
    await label(null)
    assert.equal(await count(), start + 2)
    await label(null)
    assert.equal(await count(), start + 2, 'nothing was taken away')
  })
})

describe('an agent with the key of an owner', () => {
  it('changes the draft over MCP, and a request of a program is published at once', async () => {
    const pageId = await addSkill(quire, 'By agent', 'One.')
    await publishSkill(quire, pageId)
    await callTool(quire, 'edit_page', { pageId, mode: 'append', text: 'By an agent.' })
    assert.equal(await stateOf(pageId), 'changed')
    assert.doesNotMatch(await skillText(quire, pageId), /By an agent/)
    await rewrite(quire, pageId, 'One.\n\nBy an agent.\n\nBy the owner.')
    assert.equal(await stateOf(pageId), 'changed', 'the change of the agent waits')
    const page = { title: 'New by agent', ownership: 'SKILL', markdown: 'Text.' }
    await callTool(quire, 'create_page', page)
    const { skills } = await askSkills<{ skills: (Listed & { title: string })[] }>(
      quire,
      '/v1/skills/list',
      {},
    )
    assert.equal(skills.find(({ title }) => title === page.title)?.state, 'published')
    const own = await addPage(quire, 'New by program', { ownership: 'SKILL', markdown: 'Text.' })
    assert.equal(await stateOf(own), 'published')
  })
})
