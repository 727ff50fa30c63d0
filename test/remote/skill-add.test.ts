import assert from 'node:assert/strict'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import { zipFiles } from '../../client/zip.ts'
import { useRemote } from '../support/processes/remote.ts'

const front = (name: string) => `---\nname: ${name}\ndescription: Tests. Use it in tests.\n---\n`

describe('quire skills add', () => {
  const remote = useRemote()
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(remote.folder(), 'project-'))
  })

  const save = async (path: string, text: string) => {
    const file = join(folder, path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text)
  }
  const add = (...words: string[]) => remote.json('skills', 'add', ...words)
  const refused = (...words: string[]) => remote.refused('skills', ...words)
  const idOf = async (name: string) => {
    const { workspaceId } = remote.quire()
    const { skills } = await remote.client().skills.list({ workspaceId })
    return skills.find(({ served }) => served?.name === name)?.id ?? ''
  }

  it('adds the others after some were added, and nothing if one has other files by now', async () => {
    for (const name of ['one', 'two', 'three']) {
      await save(`many/${name}/SKILL.md`, `${front(name)}See references/guide.md.\n`)
      await save(`many/${name}/references/guide.md`, `Guide of ${name}.\n`)
      await save(`many/${name}/data.csv`, 'a,b\n')
    }
    await add(join(folder, 'many', 'two'))
    const { stdout, code } = await remote.run(['skills', 'add', join(folder, 'many')])
    assert.equal(code, 0)
    assert.deepEqual(
      stdout.split('\n').map((line) => line.split('\t').slice(0, 3).join(' ')),
      [
        'added one version 1',
        'added three version 1',
        'present two',
        '2 added, 1 already there, 0 skipped.',
        '',
      ],
    )
    await save('many/four/SKILL.md', `${front('four')}Text.\n`)
    await save('many/two/data.csv', 'other\n')
    const changed = await refused('add', join(folder, 'many'))
    assert.deepEqual([changed.code, changed.exitCode], ['SKILL_EXISTS', 5])
    assert.match(changed.message, /already has two, with other files/)
    assert.equal(await idOf('four'), '')
  })

  it('says which paths no system can have, and leaves out what git adds', async () => {
    await save('bad/poor/SKILL.md', `${front('poor')}Text.\n`)
    await save('bad/poor/con.txt', 'x')
    await save('bad/fine/SKILL.md', `${front('fine')}Text.\n`)
    const { stdout, code } = await remote.run(['skills', 'add', join(folder, 'bad')])
    assert.equal(code, 1)
    assert.match(stdout, /^added\tfine\tversion 1\t/m)
    assert.match(stdout, /^skipped\tpoor\thas the path con\.txt, .*Windows reserves the name$/m)
    const archive = await zipFiles(
      ['SKILL.md', '.git/hooks/pre-commit', '__MACOSX/._SKILL.md'].map((path) => ({
        path: `zipped/${path}`,
        contents: new Blob([`${front('zipped')}Text.\n`]),
        isExecutable: false,
      })),
    )
    await writeFile(join(folder, 'zipped.zip'), archive.stream())
    await add(join(folder, 'zipped.zip'))
    const { workspaceId } = remote.quire()
    const { files: listed } = await remote
      .client()
      .skills.files({ workspaceId, pageId: await idOf('zipped') })
    assert.deepEqual(
      listed.map(({ path }) => path),
      ['SKILL.md'],
    )
  })
})
