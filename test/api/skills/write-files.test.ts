import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { writeFiles } from '../../../server/domain/skills/write-files.ts'
import { skillDrafts } from '../../../server/store/index.ts'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { addAgent, addPerson } from '../../support/people.ts'
import { contextOf, openAnother, startServer, type TestServer } from '../../support/server.ts'
import {
  addSkill,
  askSkills,
  type Contents,
  description,
  publishSkill,
  rewrite,
  skillText,
} from '../../support/skills/skills.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Given = { path: string; content: string; expectedSha256: string | null; encoding?: string }
type Written = { files: { path: string; change: string; sha256: string }[] }

const draft = { label: 'draft' }
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
const write = (pageId: string, files: readonly Given[], key?: string) =>
  quire.post('/v1/skills/write-files', { workspaceId: quire.workspaceId, pageId, files }, key)
const writeAll = (pageId: string, files: readonly Given[]) =>
  askSkills<Written>(quire, '/v1/skills/write-files', { pageId, files })
const changes = ({ files }: Written) => files.map(({ path, change }) => `${change} ${path}`)
const draftOf = async (pageId: string) =>
  (await askSkills<Contents>(quire, '/v1/skills/files', { pageId, ...draft })).files
const textOf = (pageId: string, path = 'SKILL.md') => skillText(quire, pageId, { ...draft, path })

describe('POST /v1/skills/write-files', () => {
  it('refuses unknown pages, readers, and paths that a folder cannot have', async () => {
    const pageId = await addSkill(quire, 'Refused', 'Text.')
    const before = await draftOf(pageId)
    const file = (path: string) => ({ path, content: 'x', expectedSha256: null })
    assert.equal((await write(nothing, [file('a.txt')])).status, 404)
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    assert.equal((await write(pageId, [file('a.txt')], viewer.key)).status, 403)
    for (const path of ['../a', '/a', 'a\\b', 'skill.md']) {
      const { status, body } = await write(pageId, [file(path)])
      assert.deepEqual([status, body.errors[0]?.path], [400, '/files/0/path'], path)
    }
    const twice = await write(pageId, [file('a.txt'), file('A.txt')])
    assert.deepEqual([twice.status, twice.body.errors[0]?.path], [400, '/files/1/path'])
    const encoded = await write(pageId, [{ ...file('a.txt'), encoding: 'base64', content: '!' }])
    assert.equal(encoded.body.errors[0]?.path, '/files/0/content')
    const agent = await addPage(quire, 'One file', { ownership: 'AGENT', markdown: 'Text.' })
    assert.match((await write(agent, [file('b.md')])).body.message, /an agent has no other files/)
    assert.deepEqual(await draftOf(pageId), before)
  })

  it('refuses all of it if others have changed one of the files', async () => {
    const pageId = await addSkill(quire, 'Conflict', 'Text.')
    const text = await textOf(pageId)
    const refused = await write(pageId, [
      { path: 'scripts/run.sh', content: '#!/bin/sh\n', expectedSha256: null },
      { path: 'SKILL.md', content: `${text}\nMore.\n`, expectedSha256: sha256Of('other') },
    ])
    assert.deepEqual([refused.status, refused.body.code], [409, 'VERSION_CONFLICT'])
    assert.match(refused.body.message, /^Others have changed SKILL\.md since/)
    assert.deepEqual(
      (await draftOf(pageId)).map(({ path }) => path),
      ['SKILL.md'],
    )
    const binary = { content: '/w==', encoding: 'base64', expectedSha256: sha256Of(text) }
    assert.equal((await write(pageId, [{ path: 'SKILL.md', ...binary }])).status, 400)
  })

  it('changes a text and nothing else, and answers what the draft has then', async () => {
    const pageId = await addSkill(quire, 'Changed', 'First *one*.\n\nSecond.')
    const before = await textOf(pageId)
    // Forms that a page would write in another way.
    const content = before.replace('Second.', '* a\n* b\n\nSecond  \nline.')
    const given = { path: 'SKILL.md', content, expectedSha256: sha256Of(before) }
    const written = await writeAll(pageId, [given])
    assert.deepEqual(written.files, [
      { path: 'SKILL.md', change: 'changed', sha256: sha256Of(content) },
    ])
    assert.equal(await textOf(pageId), content)
    const { workspaceId } = quire
    const asked = { workspaceId, pageId, title: 'Another title' }
    assert.equal((await quire.post('/v1/pages/update', asked)).status, 200)
    assert.match(await textOf(pageId), /^name: another-title$/m, 'the name is still the title')
    await quire.post('/v1/pages/update', { ...asked, title: 'Changed' })
    assert.deepEqual(changes(await writeAll(pageId, [given])), ['same SKILL.md'])
  })

  it('changes properties by the front matter', async () => {
    const pageId = await addSkill(quire, 'Fields', 'Text.')
    const before = await textOf(pageId)
    const content = `---\nname: fields\ndescription: ${description}\nlicense: MIT # ours\n---\n\nText.\n`
    await writeAll(pageId, [{ path: 'SKILL.md', content, expectedSha256: sha256Of(before) }])
    assert.equal(await textOf(pageId), content)
    assert.equal((await publishSkill(quire, pageId)).isNew, true)
    assert.equal(await skillText(quire, pageId), content)
  })

  it('adds pages and files, with links between them, and replaces files', async () => {
    const pageId = await addSkill(quire, 'Grown', 'Text.')
    await addFile(quire, pageId, { name: 'run.sh', content: '#!/bin/sh\necho 1\n' })
    const guide = 'Back to [it](../SKILL.md).\n'
    const written = await writeAll(pageId, [
      { path: 'references/deep/guide.md', content: guide, expectedSha256: null },
      { path: 'assets/logo.bin', content: '/wA=', encoding: 'base64', expectedSha256: null },
      { path: 'bin/tool', content: '#!/bin/sh\n', expectedSha256: null },
      {
        path: 'scripts/run.sh',
        content: 'echo 2\n',
        expectedSha256: sha256Of('#!/bin/sh\necho 1\n'),
      },
    ])
    assert.deepEqual(changes(written), [
      'added references/deep/guide.md',
      'added assets/logo.bin',
      'added bin/tool',
      'changed scripts/run.sh',
    ])
    const files = await draftOf(pageId)
    assert.deepEqual(
      files.map(({ path, isExecutable }) => `${path}${isExecutable ? ' x' : ''}`),
      ['SKILL.md', 'assets/logo.bin', 'bin/tool x', 'references/deep/guide.md', 'scripts/run.sh x'],
    )
    assert.equal(await textOf(pageId, 'scripts/run.sh'), 'echo 2\n')
    assert.equal(await textOf(pageId, 'references/deep/guide.md'), guide)
    for (const { path, sha256 } of written.files) {
      assert.equal(files.find((file) => file.path === path)?.sha256, sha256, path)
    }
  })

  it('keeps the links to a file that it replaces, in pages that are sent and that are not', async () => {
    const pageId = await addSkill(quire, 'Linking', 'Text.')
    const added = (path: string, content: string) => ({ path, content, expectedSha256: null })
    const text = await textOf(pageId)
    const linking = `${text}\nSee [data](assets/data.csv), ![data](assets/data.csv) and [guide](references/guide.md).\n`
    await writeAll(pageId, [
      { path: 'SKILL.md', content: linking, expectedSha256: sha256Of(text) },
      added('references/guide.md', 'Of *the*\n[data](../assets/data.csv#a).\n'),
      added('assets/data.csv', 'a\n'),
    ])
    const bodyOf = async (page: string) => {
      const asked = { workspaceId: quire.workspaceId, page }
      return (await quire.post<{ markdown: string }>('/v1/pages/get', asked)).body.markdown
    }
    const linked = async () => {
      const found = [...(await bodyOf(pageId)).matchAll(/\/files\/([0-9a-f-]{36})/g)]
      return [...new Set(found.map(([, id]) => id))]
    }
    const [first, ...rest] = await linked()
    assert.deepEqual([first === undefined, rest], [false, []], 'one file, as a file of Quire')
    const more = linking.replace('See', 'Read')
    for (const files of [
      [{ path: 'assets/data.csv', content: 'b\n', expectedSha256: sha256Of('a\n') }],
      [
        { path: 'SKILL.md', content: more, expectedSha256: sha256Of(linking) },
        { path: 'assets/data.csv', content: 'c\n', expectedSha256: sha256Of('b\n') },
      ],
    ]) {
      await writeAll(pageId, files)
      const [now, ...others] = await linked()
      assert.deepEqual([now === undefined || now === first, others], [false, []])
      assert.equal(
        await textOf(pageId, 'references/guide.md'),
        'Of *the*\n[data](../assets/data.csv#a).\n',
      )
    }
    assert.equal(await textOf(pageId), more)
    const { findings } = await askSkills<{ findings: { code: string }[] }>(
      quire,
      '/v1/skills/check',
      { pageId },
    )
    assert.ok(!findings.some(({ code }) => code.startsWith('link-')), JSON.stringify(findings))
  })

  it('stores no file of a change that fails', async () => {
    const { workspaceId } = quire
    const pageId = await addSkill(quire, 'Failing', 'Text.')
    const count = async () => {
      type Files = { files: { name: string }[] }
      const listed = await quire.post<Files>('/v1/files/list', { workspaceId, limit: 200 })
      return listed.body.files.filter(({ name }) => name === 'left.bin').length
    }
    const refused = await write(pageId, [
      { path: 'assets/left.bin', content: '/wA=', encoding: 'base64', expectedSha256: null },
      {
        path: 'SKILL.md',
        content: '/w==',
        encoding: 'base64',
        expectedSha256: sha256Of(await textOf(pageId)),
      },
    ])
    assert.equal(refused.status, 400)
    assert.equal(await count(), 0)
  })

  it('keeps all files of changes at the same time, also by another node', async () => {
    const pageId = await addSkill(quire, 'Parallel', 'Text.')
    const other = await openAnother(quire)
    after(() => other.close())
    const { workspaceId } = quire
    const nodes = [quire.app, other].map((app) => contextOf({ ...quire, app }))
    const outcomes = await Promise.all(
      nodes.flatMap((context, node) =>
        ['a', 'b', 'c'].map(async (name) => {
          const content = Buffer.from(`${name} ${node}`)
          const files = [{ path: `assets/${name}.txt`, content, expectedSha256: null }]
          return writeFiles(context, { workspaceId, pageId, files }).catch((error) => error.code)
        }),
      ),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'VERSION_CONFLICT').length, 3)
    assert.deepEqual(
      (await draftOf(pageId)).map(({ path }) => path),
      ['SKILL.md', 'assets/a.txt', 'assets/b.txt', 'assets/c.txt'],
    )
  })

  it('is a proposal of those who may only propose, of texts alone', async () => {
    const pageId = await addSkill(quire, 'Proposed', 'Text.')
    const agent = await addAgent(quire, 'Helper', 'propose')
    const text = await textOf(pageId)
    const content = text.replace('Text.', 'Better.')
    const change = { path: 'SKILL.md', content, expectedSha256: sha256Of(text) }
    const added = { path: 'a.txt', content: 'x', expectedSha256: null }
    const refused = await write(pageId, [change, added], agent.key)
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    type Proposed = { proposalId: string; state: string }
    const body = { pageId, files: [change] }
    const { workspaceId } = quire
    const asked = { workspaceId, ...body }
    const answer = await quire.post<Proposed>('/v1/skills/write-files', asked, agent.key)
    assert.deepEqual([answer.status, answer.body.state], [202, 'open'])
    assert.equal(await textOf(pageId), text)
    const { proposalId } = answer.body
    const accept = { workspaceId, proposalId, revision: 1 }
    assert.equal((await quire.post('/v1/proposals/accept', accept)).status, 200)
    assert.equal(await textOf(pageId), content)
  })
})

describe('what an owner sends', () => {
  const added = (path: string, content: string) => ({ path, content, expectedSha256: null })
  const filesOf = async (pageId: string) =>
    (await askSkills<Contents>(quire, '/v1/skills/files', { pageId })).files.map(({ path }) => path)
  const start = async (title: string) => {
    const pageId = await addSkill(quire, title, 'Text.')
    const text = await skillText(quire, pageId)
    const next = `${text}\nRun scripts/a.sh.\n`
    const texts = { path: 'SKILL.md', content: next, expectedSha256: sha256Of(text) }
    return { pageId, text, next, files: [texts, added('scripts/a.sh', 'echo a\n')] }
  }

  it('is not published in part: neither beside files of others, nor after a change of it', async () => {
    const { pageId, text, files } = await start('Not alone')
    const member = await addPerson(quire, 'Mona', 'MEMBER')
    assert.equal((await write(pageId, [added('b.txt', 'b')], member.key)).status, 200)
    await writeAll(pageId, files)
    assert.equal(await skillText(quire, pageId), text, 'the texts wait with their file')
    await rewrite(quire, pageId, 'Again.')
    assert.equal(await skillText(quire, pageId), text, 'texts alone wait, too')
    await publishSkill(quire, pageId)
    assert.deepEqual(await filesOf(pageId), ['SKILL.md', 'b.txt', 'scripts/a.sh'])
    await rewrite(quire, pageId, 'At once.')
    assert.match(await skillText(quire, pageId), /At once/)
  })

  it('waits where a member sends it, or a review is required', async () => {
    const { pageId, text, files } = await start('By a member')
    const member = await addPerson(quire, 'Milo', 'MEMBER')
    assert.equal((await write(pageId, files, member.key)).status, 200)
    assert.equal(await skillText(quire, pageId), text)
    const { text: reviewed, ...second } = await start('With a review')
    const { store } = quire.app
    const { workspaceId } = quire
    const review = (isOn: boolean) =>
      store.transact((transaction) => skillDrafts.setReviews(transaction, workspaceId, isOn))
    await review(true)
    await writeAll(second.pageId, second.files)
    assert.equal(await skillText(quire, second.pageId), reviewed)
    await review(false)
  })

  it('is published with its files, the next one after a correction', async () => {
    const { pageId, next, files } = await start('Whole')
    const before = await askSkills<Contents>(quire, '/v1/skills/files', { pageId })
    await writeAll(pageId, files)
    const served = await askSkills<Contents>(quire, '/v1/skills/files', { pageId })
    assert.deepEqual(
      served.files.map(({ path, isExecutable }) => [path, isExecutable]),
      [
        ['SKILL.md', false],
        ['scripts/a.sh', false],
      ],
    )
    assert.equal(served.version, (before.version ?? 0) + 1, 'one version with both')
    assert.equal(await skillText(quire, pageId), next)
    const invalid = next.replace(/^description:.*$/m, `description: ${'x'.repeat(1100)}`)
    const guide = added('references/guide.md', 'Guide.\n')
    await writeAll(pageId, [
      { path: 'SKILL.md', content: invalid, expectedSha256: sha256Of(next) },
      guide,
    ])
    assert.deepEqual(await filesOf(pageId), ['SKILL.md', 'scripts/a.sh'])
    await writeAll(pageId, [{ path: 'SKILL.md', content: next, expectedSha256: sha256Of(invalid) }])
    assert.deepEqual(await filesOf(pageId), ['SKILL.md', 'references/guide.md', 'scripts/a.sh'])
  })
})

describe('POST /v1/skills/preview-import', () => {
  it('lists what an import would create, and stores nothing', async () => {
    const { workspaceId } = quire
    const { zipFiles } = await import('../../../server/domain/skills/zip.ts')
    const entry = (path: string, content: string, mode = 0o644) => ({
      path,
      content: Buffer.from(content),
      mode,
    })
    const good =
      '---\nname: good\ndescription: Use it to test.\n---\n[a](./gone.md) `scripts/x.sh`\n'
    const content = await zipFiles([
      entry('good/SKILL.md', good),
      entry('good/run.sh', '#!/bin/sh\n', 0o755),
      entry('Bad Name/SKILL.md', '---\nname: Bad Name\n---\nNo description in this one'),
      entry('Good Name/SKILL.md', 'No name in this one'),
    ])
    const holder = await addPage(quire, 'Archives')
    const fileId = await addFile(quire, holder, { name: 'a.zip', content })
    const viewer = await addPerson(quire, 'Viola', 'VIEWER')
    const asked = { workspaceId, fileId }
    assert.equal((await quire.post('/v1/skills/preview-import', asked, viewer.key)).status, 403)
    const text = await addFile(quire, holder, { name: 'b.zip', content: 'text' })
    const refused = await quire.post('/v1/skills/preview-import', { workspaceId, fileId: text })
    assert.equal(refused.status, 400)
    type Previewed = {
      skills: {
        name: string
        files: { path: string; isExecutable: boolean }[]
        findings: { level: string; code: string }[]
      }[]
    }
    const before = await askSkills<{ skills: unknown[] }>(quire, '/v1/skills/list', {})
    const { skills } = await askSkills<Previewed>(quire, '/v1/skills/preview-import', { fileId })
    assert.deepEqual(
      skills.map(({ name, findings }) => [name, findings.map(({ code }) => code)]),
      [
        ['good', ['link-broken', 'script-missing']],
        ['Bad Name', ['name-invalid', 'description-derived']],
        ['Good Name', ['description-derived']],
      ],
    )
    assert.deepEqual(
      skills[0]?.files.map(({ path, isExecutable }) => [path, isExecutable]),
      [
        ['SKILL.md', false],
        ['run.sh', true],
      ],
    )
    const now = await askSkills<{ skills: unknown[] }>(quire, '/v1/skills/list', {})
    assert.equal(now.skills.length, before.skills.length)
  })
})
