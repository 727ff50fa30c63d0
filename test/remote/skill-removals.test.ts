import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'

const front = (name: string) => `---\nname: ${name}\ndescription: Tests. Use it in tests.\n---\n`

describe('quire skills push of a folder from which files were deleted', () => {
  const remote = useRemote()
  let folder = ''
  let to = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(remote.folder(), 'project-'))
    to = join(folder, 'skills')
    const { workspaceId } = remote.quire()
    const { skills } = await remote.client().skills.list({ workspaceId })
    for (const { id } of skills) await remote.client().trash.remove({ workspaceId, pageId: id })
  })

  const save = async (path: string, text: string) => {
    const file = join(folder, path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text)
  }
  const read = (path: string) => readFile(join(to, path), 'utf8')
  const pull = () => remote.json('skills', 'pull', '--yes', '--to', to)
  const push = (...words: string[]) => remote.json('skills', 'push', ...words, '--to', to)
  const refused = (...words: string[]) => remote.refused('skills', ...words)
  const publish = async (pageId: string) => {
    const { workspaceId } = remote.quire()
    await remote.client().skills.publish({ workspaceId, pageId })
  }
  const draftText = async (pageId: string, path = 'SKILL.md') => {
    const { workspaceId } = remote.quire()
    const asked = { workspaceId, pageId, label: 'draft', path }
    return (await remote.client().skills.readFile(asked)).content
  }
  const subpageOf = async (pageId: string) => {
    const { workspaceId } = remote.quire()
    const { pages } = await remote.client().pages.list({ workspaceId, parentId: pageId })
    return pages[0]?.id ?? ''
  }
  /** A pulled skill with a subpage. */
  const start = async () => {
    await save('tidy/SKILL.md', `${front('tidy')}\nFirst.\n`)
    await save('tidy/references/guide.md', 'Guide.\n')
    await remote.json('skills', 'add', join(folder, 'tidy'))
    await pull()
    const { skills } = await remote
      .client()
      .skills.list({ workspaceId: remote.quire().workspaceId })
    return skills[0]?.id ?? ''
  }

  it('removes nothing without a confirmation, of a skill whose main file is gone, or if others changed the file', async () => {
    const pageId = await start()
    const guide = join(to, 'tidy/references/guide.md')
    await rm(guide)
    await save('skills/tidy/SKILL.md', `${front('tidy')}\nSecond.\n`)
    const before = await readFile(join(to, 'quire-skills.lock'), 'utf8')
    const { code, stderr } = await remote.run(['skills', 'push', '--to', to, '--json'])
    assert.equal(code, 1)
    assert.match(stderr, /tidy\/references\/guide\.md\n\{"code":"REMOVALS_REFUSED"/)
    const no = await remote.run(['skills', 'push', '--to', to], { confirm: async () => false })
    assert.equal(no.code, 1)
    assert.match(await draftText(pageId), /First/, 'nothing at all was sent')
    await rm(join(to, 'tidy/SKILL.md'))
    const { files: sent, missing } = await push('--yes')
    assert.deepEqual([sent, missing], [[], ['tidy/SKILL.md', 'tidy/references/guide.md']])
    assert.equal(await draftText(pageId, 'references/guide.md'), 'Guide.\n')
    assert.equal(await readFile(join(to, 'quire-skills.lock'), 'utf8'), before)
    await pull()
    await rm(guide)
    const guideId = await subpageOf(pageId)
    await remote.json('page', 'append', guideId, '--text', 'Theirs.')
    const { code: conflict, exitCode } = await refused('push', '--yes', '--to', to)
    assert.deepEqual([conflict, exitCode], ['VERSION_CONFLICT', 5])
    assert.match(await draftText(pageId, 'references/guide.md'), /Theirs/)
  })

  it('removes a file from the draft, which waits for a person, and pulls follow', async () => {
    const pageId = await start()
    await rm(join(to, 'tidy/references/guide.md'))
    await save('skills/tidy/SKILL.md', `${front('tidy')}\nSecond.\n`)
    const { files: sent, missing } = await push('--yes')
    assert.deepEqual(sent, [
      { skill: 'tidy', path: 'SKILL.md', change: 'changed' },
      { skill: 'tidy', path: 'references/guide.md', change: 'removed' },
    ])
    assert.deepEqual(missing, [])
    const { workspaceId } = remote.quire()
    const published = async () =>
      (await remote.client().skills.files({ workspaceId, pageId })).files
    assert.deepEqual(
      (await published()).map(({ path }) => path),
      ['SKILL.md', 'references/guide.md'],
      'also an owner publishes a removal by hand',
    )
    assert.match(await draftText(pageId), /Second/)
    assert.deepEqual((await push())['files'], [], 'once')
    await pull()
    assert.deepEqual(await readdir(join(to, 'tidy')), ['SKILL.md', 'references'])
    assert.deepEqual(await readdir(join(to, 'tidy/references')), [], 'a pull keeps what waits')
    const waiting = await remote.run(['skills', 'sync', '--check', '--to', to])
    assert.match(waiting.stdout, /^pushed\ttidy\/references\/guide\.md$/m)
    await publish(pageId)
    await pull()
    assert.equal((await remote.run(['skills', 'sync', '--check', '--to', to])).code, 0)
    assert.doesNotMatch(await read('quire-skills.lock'), /removed|guide/)
  })

  it('sends a file again that was removed, and --force brings it back', async () => {
    const pageId = await start()
    await rm(join(to, 'tidy/references/guide.md'))
    await push('--yes')
    await remote.json('skills', 'pull', '--force', '--to', to)
    assert.equal(await read('tidy/references/guide.md'), 'Guide.\n')
    await rm(join(to, 'tidy/references/guide.md'))
    await publish(pageId)
    await pull()
    await save('skills/tidy/references/guide.md', 'Another guide.\n')
    const { files: sent } = await push()
    assert.deepEqual(sent, [{ skill: 'tidy', path: 'references/guide.md', change: 'added' }])
  })
})
