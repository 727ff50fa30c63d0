import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import {
  addSkill,
  askSkills,
  type Checked,
  type Contents,
  description,
  publishSkill,
  rewrite,
  setProperties,
  skillText,
} from '../../support/skills/skills.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const draft = { label: 'draft' }
const filesOf = (pageId: string, extra: object = draft) =>
  askSkills<Contents>(quire, '/v1/skills/files', { pageId, ...extra })
const codesOf = async (pageId: string) =>
  (await askSkills<Checked>(quire, '/v1/skills/check', { pageId })).findings.map(({ code }) => code)

describe('a skill as a folder', () => {
  it('is refused for a page that is none, and for files and versions that it does not have', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Text')
    for (const [path, id, status] of [
      ['files', nothing, 404],
      ['files', pageId, 404],
      ['check', pageId, 404],
      ['publish', pageId, 404],
    ] as const) {
      const answer = await quire.post(`/v1/skills/${path}`, { workspaceId, pageId: id })
      assert.equal(answer.status, status, path)
    }
    const skill = await addSkill(quire, 'Refusals', 'Text.')
    const read = (extra: object) =>
      quire.post('/v1/skills/read-file', { workspaceId, pageId: skill, path: 'no.md', ...extra })
    assert.deepEqual([(await read({})).status, (await read(draft)).status], [404, 404])
    const missing = await read({ version: 9 })
    assert.deepEqual([missing.status, missing.body.code], [404, 'VERSION_NOT_FOUND'])
    assert.equal((await read({ label: 'Not Valid' })).status, 400)
  })

  it('has a main file with front matter from its properties', async () => {
    const pageId = await addSkill(quire, 'Tone of voice', '# How\n\nWrite **plainly**.\n')
    const found = await filesOf(pageId)
    assert.equal(found.name, 'tone-of-voice')
    assert.equal(found.description, description)
    const text = `---\nname: tone-of-voice\ndescription: ${description}\n---\n\n# How\n\nWrite **plainly**.\n`
    assert.equal(await skillText(quire, pageId, draft), text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    assert.deepEqual(found.files, [
      { path: 'SKILL.md', sha256, size: Buffer.byteLength(text), isExecutable: false },
    ])
    const digest = createHash('sha256').update(`${sha256} - SKILL.md\n`).digest('hex')
    assert.equal(found.digest, digest)
  })

  it('has its subpages and attached files, with links between them', async () => {
    const pageId = await addSkill(quire, 'Deploy', 'Later.')
    const guide = await addPage(quire, 'Guide', { parentId: pageId, markdown: 'See the script.' })
    await addPage(quire, 'Guide', { parentId: guide, markdown: 'Deeper.' })
    const script = await addFile(quire, pageId, { name: 'run.sh', content: '#!/bin/sh\necho hi\n' })
    await addFile(quire, pageId, {
      name: 'logo.png',
      mimeType: 'image/png',
      content: Buffer.from([0, 1]),
    })
    await rewrite(quire, pageId, `[Guide](/pages/${guide}#a) and [run](/files/${script})\n`)
    await rewrite(quire, guide, `[Back](/pages/${pageId}), [run](/files/${script})\n`)
    const { files } = await filesOf(pageId)
    assert.deepEqual(
      files.map(({ path, isExecutable }) => `${path}${isExecutable ? ' x' : ''}`),
      [
        'SKILL.md',
        'assets/logo.png',
        'references/guide-2.md',
        'references/guide.md',
        'scripts/run.sh x',
      ],
    )
    assert.match(
      await skillText(quire, pageId, draft),
      /\[Guide\]\(references\/guide\.md#a\) and \[run\]\(scripts\/run\.sh\)\n$/,
    )
    assert.equal(
      await skillText(quire, pageId, { ...draft, path: 'references/guide.md' }),
      '[Back](../SKILL.md), [run](../scripts/run.sh)\n',
    )
    const bytes = { pageId, path: 'assets/logo.png', ...draft }
    const binary = await askSkills<{ encoding: string; content: string }>(
      quire,
      '/v1/skills/read-file',
      bytes,
    )
    assert.deepEqual([binary.encoding, binary.content], ['base64', 'AAE='])
  })

  it('places subpages and files where it is told, but nowhere else', async () => {
    const { workspaceId } = quire
    const pageId = await addSkill(quire, 'Placed', 'Text.')
    const fileId = await addFile(quire, pageId, { name: 'a.txt' })
    const elsewhere = await addPage(quire, 'Elsewhere')
    const setPath = (itemId: string, path: string) =>
      quire.post('/v1/skills/set-path', { workspaceId, pageId, itemId, path, isExecutable: true })
    for (const path of ['../a', '/a', 'SKILL.md', 'a/../../b', 'a\\b']) {
      const answer = await setPath(fileId, path)
      assert.deepEqual([answer.status, answer.body.errors[0]?.path], [400, '/path'], path)
    }
    for (const itemId of [elsewhere, pageId, nothing]) {
      assert.equal((await setPath(itemId, 'b')).status, 404)
    }
    assert.equal((await setPath(fileId, 'bin/tool')).status, 200)
    const file = (await filesOf(pageId)).files.find(({ path }) => path !== 'SKILL.md')
    assert.deepEqual([file?.path, file?.isExecutable], ['bin/tool', true])
  })

  it('leaves out pages with permissions of their own', async () => {
    const pageId = await addSkill(quire, 'Partly private', 'Text.')
    const secret = await addPage(quire, 'Secret', { parentId: pageId })
    await restrict(quire, secret)
    assert.deepEqual(
      (await filesOf(pageId)).files.map(({ path }) => path),
      ['SKILL.md'],
    )
    assert.deepEqual(await codesOf(pageId), ['page-left-out'])
  })

  it('of an agent is one file with its name', async () => {
    const pageId = await addPage(quire, 'Code reviewer', { ownership: 'AGENT', markdown: 'Read.' })
    await setProperties(
      quire,
      pageId,
      `description: ${description}\ntools: Read, Grep\nmodel: opus\n`,
    )
    await addPage(quire, 'Notes', { parentId: pageId })
    const { files, frontMatter } = await filesOf(pageId)
    assert.deepEqual(
      files.map(({ path }) => path),
      ['code-reviewer.md'],
    )
    assert.deepEqual(frontMatter, {
      name: 'code-reviewer',
      description,
      tools: 'Read, Grep',
      model: 'opus',
    })
  })
})

describe('POST /v1/skills/check', () => {
  it('finds what the specification refuses, which cannot be published', async () => {
    const { workspaceId } = quire
    const pageId = await addSkill(quire, 'Wrong', 'Text.')
    for (const [properties, code] of [
      [`name: Not Valid\ndescription: ${description}\n`, 'name-invalid'],
      [`description: ${'long '.repeat(300)}\n`, 'description-invalid'],
      [`description: [a, b]\n`, 'description-invalid'],
      [`description: ${description}\ncompatibility: [a]\n`, 'compatibility-invalid'],
    ] as const) {
      await setProperties(quire, pageId, properties)
      assert.deepEqual(await codesOf(pageId), [code])
      const answer = await quire.post('/v1/skills/publish', { workspaceId, pageId })
      assert.deepEqual([answer.status, answer.body.errors[0]?.rule], [400, code])
    }
  })

  it('warns of what agents cannot use', async () => {
    const outside = await addPage(quire, 'Outside')
    const text = `Run \`scripts/gone.py\`. [a](references/gone.md), [b](/pages/${outside}).\n`
    const pageId = await addSkill(quire, 'Warned', text)
    assert.deepEqual(await codesOf(pageId), ['link-broken', 'link-outside', 'script-missing'])
    await setProperties(quire, pageId, 'description: Helps with the files of a project.\n')
    assert.equal((await codesOf(pageId))[0], 'description-without-use')
    await setProperties(quire, pageId, 'license: MIT\n')
    assert.equal((await codesOf(pageId))[0], 'description-derived')
    assert.ok((await publishSkill(quire, pageId)).isNew)
  })

  it('finds two files with one path', async () => {
    const pageId = await addSkill(quire, 'Clash', 'Text.')
    for (const path of ['a/One', 'a/one']) {
      const itemId = await addFile(quire, pageId, { name: path })
      await askSkills(quire, '/v1/skills/set-path', { pageId, itemId, path })
    }
    assert.deepEqual(await codesOf(pageId), ['path-invalid', 'path-invalid'])
  })
})
