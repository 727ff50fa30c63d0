import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage } from '../../support/pages.ts'
import { addAgent, addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import {
  addSkill,
  askSkills,
  type Contents,
  publishSkill,
  skillText,
} from '../../support/skills/skills.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Written = { files: { path: string; change: string; sha256: string }[] }

const draft = { label: 'draft' }
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
const changes = ({ files }: Written) => files.map(({ path, change }) => `${change} ${path}`)
const draftOf = async (pageId: string) =>
  (await askSkills<Contents>(quire, '/v1/skills/files', { pageId, ...draft })).files

describe('/v1/skills/write-files with files to remove', () => {
  type Removal = { path: string; expectedSha256: string }
  const remove = (pageId: string, removals: readonly Removal[], more: object = {}, key?: string) =>
    quire.post<Written & { code: string; message: string; errors: { path: string }[] }>(
      '/v1/skills/write-files',
      { workspaceId: quire.workspaceId, pageId, files: [], remove: removals, ...more },
      key,
    )
  const pathsOf = async (pageId: string) => (await draftOf(pageId)).map(({ path }) => path)
  const removalOf = async (pageId: string, path: string): Promise<Removal> => {
    const file = (await draftOf(pageId)).find((one) => one.path === path)
    return { path, expectedSha256: file?.sha256 ?? '' }
  }

  /** A published skill with a subpage and a script. */
  async function addFolder(title: string) {
    const pageId = await addSkill(quire, title, 'Text.')
    const guide = await addPage(quire, 'Guide', { parentId: pageId, markdown: 'Guide.' })
    const script = await addFile(quire, pageId, { name: 'run.sh', content: '#!/bin/sh\n' })
    await publishSkill(quire, pageId)
    return { pageId, guide, script }
  }

  it('are refused if others have changed one, if it is the main file, is sent too, or has subpages', async () => {
    const { pageId, guide } = await addFolder('Not removed')
    const before = await draftOf(pageId)
    const script = await removalOf(pageId, 'scripts/run.sh')
    const other = { path: 'references/guide.md', expectedSha256: 'f'.repeat(64) }
    const conflict = await remove(pageId, [script, other])
    assert.deepEqual([conflict.status, conflict.body.code], [409, 'VERSION_CONFLICT'])
    const main = await remove(pageId, [await removalOf(pageId, 'SKILL.md')])
    assert.deepEqual([main.status, main.body.errors[0]?.path], [400, '/remove/0/path'])
    const file = { path: script.path, content: 'x', expectedSha256: script.expectedSha256 }
    assert.equal((await remove(pageId, [script], { files: [file] })).status, 400)
    const viewer = await addPerson(quire, 'Vio', 'VIEWER')
    assert.equal((await remove(pageId, [script], {}, viewer.key)).status, 403)
    const proposer = await addAgent(quire, 'Remover', 'propose')
    const proposed = await remove(pageId, [script], {}, proposer.key)
    assert.equal(proposed.status, 403)
    const nested = await addSkill(quire, 'Nested', 'Text.')
    const { workspaceId } = quire
    await quire.post('/v1/pages/move', { workspaceId, pageId: nested, newParentId: guide })
    const answer = await remove(pageId, [script, await removalOf(pageId, 'references/guide.md')])
    assert.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_FAILED'])
    assert.match(answer.body.message, /references\/guide\.md has subpages/)
    assert.deepEqual(await draftOf(pageId), before, 'nothing was removed')
  })

  it('go to the trash or are detached, and the draft waits for a person', async () => {
    const { pageId, guide, script } = await addFolder('Removed')
    const deeper = await addPage(quire, 'Deeper', { parentId: guide, markdown: 'Deep.' })
    await publishSkill(quire, pageId)
    const published = await askSkills<Contents>(quire, '/v1/skills/files', { pageId })
    const removals = await Promise.all(
      ['references/guide.md', 'references/deeper.md', 'scripts/run.sh'].map((path) =>
        removalOf(pageId, path),
      ),
    )
    const text = await skillText(quire, pageId, draft)
    const changed = {
      path: 'SKILL.md',
      content: text.replace('Text.', 'New.'),
      expectedSha256: sha256Of(text),
    }
    const { status, body } = await remove(pageId, removals, { files: [changed] })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(changes(body), [
      'changed SKILL.md',
      'removed references/guide.md',
      'removed references/deeper.md',
      'removed scripts/run.sh',
    ])
    assert.deepEqual(await pathsOf(pageId), ['SKILL.md'])
    const { workspaceId } = quire
    const trash = await quire.post<{ pages: { id: string }[] }>('/v1/trash/list', { workspaceId })
    assert.ok(trash.body.pages.some(({ id }) => id === guide))
    const restored = await quire.post('/v1/pages/restore', { workspaceId, pageId: guide })
    assert.equal(restored.status, 200, 'with what was below it')
    assert.ok((await pathsOf(pageId)).includes('references/deeper.md'), deeper)
    assert.equal((await quire.post('/v1/files/use', { workspaceId, fileId: script })).status, 200)
    const after = await askSkills<Contents>(quire, '/v1/skills/files', { pageId })
    assert.deepEqual(after, published, 'the published version is as before')
    const gone = await remove(pageId, [removals[2] ?? { path: '', expectedSha256: '' }])
    assert.deepEqual([gone.status, gone.body.files], [200, []], 'it is gone already')
  })
})
