import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type ZipEntry, zipFiles } from '../../../server/domain/skills/zip.ts'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import {
  askSkills,
  type Contents,
  publishSkill,
  rewrite,
  skillText,
} from '../../support/skills/skills.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Report = {
  skills: { pageId: string; name: string; ownership: string; version: number | null }[]
  skipped: { path: string; reason: string }[]
}

const entry = (path: string, content: string | Buffer, mode = 0o644): ZipEntry => ({
  path,
  content: Buffer.from(content),
  mode,
})

async function upload(content: string | Buffer): Promise<string> {
  const holder = await addPage(quire, 'Archives')
  return addFile(quire, holder, { name: 'skills.zip', mimeType: 'application/zip', content })
}

async function load(entries: readonly ZipEntry[], key?: string): Promise<Report> {
  const fileId = await upload(await zipFiles(entries))
  return askSkills<Report>(quire, '/v1/skills/import', { fileId }, key)
}

/** Forms that a page would write in another way. */
const hand = [
  '\ufeff---\r\n',
  'name: hand-written\r\n',
  'description: >-\r\n  Checks things.\r\n  Use it when asked.\r\n',
  'version: 1.2\r\n',
  '---\r\n',
  'Hand Written\r\n============\r\n\r\n',
  '* a\r\n* b\r\n\r\nSee [the guide][g] and `scripts/run.sh`.\r\n\r\n',
  '[g]: ./references/guide.md "Guide"\r\n\r\n***\r\n',
].join('')
const folder = [
  entry('skills/hand-written/SKILL.md', hand),
  entry(
    'skills/hand-written/references/guide.md',
    '# Guide\n\nBack to [it](../SKILL.md#hand).  \n\n\n',
  ),
  entry('skills/hand-written/references/deep/more.md', 'No line end'),
  entry('skills/hand-written/scripts/run.sh', '#!/bin/sh\necho hi\n', 0o755),
  entry('skills/hand-written/assets/logo.bin', Buffer.from([0, 255, 10])),
  entry('skills/hand-written/LICENSE', 'MIT'),
  entry('skills/hand-written/broken.md', Buffer.from([0xff, 0xfe, 0x41])),
]

const summary = (entries: readonly ZipEntry[]) =>
  entries
    .map(({ path, content, mode }) => [
      path.replace('skills/hand-written/', ''),
      createHash('sha256').update(content).digest('hex'),
      String(mode === 0o755),
    ])
    .map((parts) => parts.join(' '))
    .toSorted()

describe('POST /v1/skills/import', () => {
  it('refuses what is no archive, and those who cannot write there', async () => {
    const { workspaceId } = quire
    const ask = (body: object, key?: string) =>
      quire.post('/v1/skills/import', { workspaceId, ...body }, key)
    assert.equal((await ask({ fileId: nothing })).status, 404)
    const text = await upload('not an archive')
    const refused = await ask({ fileId: text })
    assert.deepEqual([refused.status, refused.body.code], [400, 'VALIDATION_FAILED'])
    assert.match(refused.body.message, /skills\.zip is not a ZIP archive/)
    const twice = await ask({ fileId: await upload(await zipFiles([...folder, ...folder])) })
    assert.deepEqual([twice.status, twice.body.code], [400, 'VALIDATION_FAILED'])
    assert.match(twice.body.message, /has the file skills\/hand-written\/SKILL\.md twice/)
    const fileId = await upload(await zipFiles(folder))
    assert.equal((await ask({ fileId, parentId: nothing })).status, 404)
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    assert.equal((await ask({ fileId }, viewer.key)).status, 403)
    const { skills, skipped } = await load([entry('a/SKILL.md', 'x'), entry('a/../b', 'x')])
    assert.deepEqual(skills, [])
    assert.match(skipped[0]?.reason ?? '', /which a system refuses/)
  })

  it('gives back every file of an untouched skill byte for byte', async () => {
    const { skills } = await load(folder)
    const [imported] = skills
    assert.deepEqual(
      [skills.length, imported?.name, imported?.ownership, imported?.version],
      [1, 'hand-written', 'SKILL', 1],
    )
    const pageId = imported?.pageId ?? ''
    const { files, frontMatter } = await askSkills<Contents>(quire, '/v1/skills/files', { pageId })
    assert.deepEqual(
      files
        .map(({ path, sha256, isExecutable }) => `${path} ${sha256} ${String(isExecutable)}`)
        .toSorted(),
      summary(folder),
    )
    assert.equal(frontMatter['description'], 'Checks things. Use it when asked.')
  })

  it('changes one block when one word of it is changed', async () => {
    const guide = 'First *one*.\n\n* a\n* b\n\nLast  \none.\n'
    const { skills } = await load([
      entry('tidy/SKILL.md', `---\nname: tidy\ndescription: Use it.\n---\n${guide}`),
    ])
    const pageId = skills[0]?.pageId ?? ''
    await rewrite(quire, pageId, 'First *two*.\n\n- a\n- b\n\nLast  \none.\n')
    assert.equal(
      await skillText(quire, pageId, { label: 'draft' }),
      `---\nname: tidy\ndescription: Use it.\n---\n${guide.replace('one*', 'two*')}`,
    )
  })

  it('finds skills at any depth, and agents, which keep their fields', async () => {
    const agent =
      '---\nname: reviewer\ndescription: Reviews. Use it.\ntools: Read, Grep\n---\nRead.\n'
    const { skills } = await load([
      entry('.claude/skills/one/SKILL.md', '---\nname: one\ndescription: Use it.\n---\nOne.\n'),
      entry('.claude/skills/two/SKILL.md', 'No front matter.\n'),
      entry('.claude/agents/reviewer.md', agent),
      entry('README.md', 'Not a skill.'),
    ])
    assert.deepEqual(
      skills.map(({ name, ownership }) => `${ownership} ${name}`),
      ['SKILL one', 'SKILL two', 'AGENT reviewer'],
    )
    const pageId = skills[2]?.pageId ?? ''
    assert.equal(await skillText(quire, pageId, { path: 'reviewer.md' }), agent)
  })

  it('of someone who may not publish makes drafts', async () => {
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    const holder = await addPage(quire, 'Shared archives')
    const content = await zipFiles([
      entry('tidy/SKILL.md', '---\nname: mine\ndescription: Use it.\n---\nMine.\n'),
    ])
    const fileId = await addFile(quire, holder, { name: 'a.zip', content })
    const { skills } = await askSkills<Report>(quire, '/v1/skills/import', { fileId }, member.key)
    assert.equal(skills[0]?.version, null)
    const published = await publishSkill(quire, skills[0]?.pageId ?? '')
    assert.equal(published.version, 1)
  })
})
