import assert from 'node:assert/strict'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import { workspaces } from '../../server/store/index.ts'
import { addPerson } from '../support/people.ts'
import { useRemote } from '../support/processes/remote.ts'

describe('quire skills', () => {
  const remote = useRemote()
  let to = ''
  beforeEach(async () => {
    to = join(await mkdtemp(join(remote.folder(), 'project-')), 'skills')
  })

  const addSkill = async (title: string, markdown: string) => {
    const { workspaceId } = remote.quire()
    const skill = { workspaceId, title, markdown, ownership: 'SKILL' } as const
    return (await remote.client().pages.create(skill)).pageId
  }
  const attach = async (pageId: string, fileName: string, text: string) => {
    const { workspaceId } = remote.quire()
    const contentBase64 = Buffer.from(text).toString('base64')
    await remote.client().pageFiles.uploadFile({
      workspaceId,
      pageId,
      fileName,
      mimeType: 'text/plain',
      contentBase64,
    })
  }
  const publish = async (pageId: string) => {
    const { workspaceId } = remote.quire()
    await remote.client().skills.publish({ workspaceId, pageId })
  }
  const removeAll = async () => {
    const { workspaceId } = remote.quire()
    const { pages } = await remote.client().workspaces.skills({ workspaceId, limit: 200 })
    for (const { id } of pages) await remote.client().trash.remove({ workspaceId, pageId: id })
  }
  const pull = (...words: string[]) => remote.json('skills', 'pull', ...words, '--to', to)
  const refusedPull = (...words: string[]) => remote.refused('skills', 'pull', ...words, '--to', to)
  const check = () => remote.run(['skills', 'check', '--to', to])
  const read = (...names: string[]) => readFile(join(to, ...names), 'utf8')
  const list = async () => (await readdir(to, { recursive: true })).toSorted()

  beforeEach(removeAll)

  it('rejects a skill that does not exist, and a folder that was never pulled', async () => {
    const { code, exitCode } = await refusedPull('no-such-skill')
    assert.deepEqual([code, exitCode], ['SKILL_NOT_FOUND', 4])
    const unknown = await remote.refused('skills', 'check', '--to', to)
    assert.deepEqual([unknown.code, unknown.exitCode], ['LOCK_MISSING', 4])
  })

  it('writes through no link, neither of a folder nor of a file', async () => {
    await addSkill('Linked', 'Text.')
    const outside = await mkdtemp(join(remote.folder(), 'outside-'))
    await mkdir(to, { recursive: true })
    await symlink(outside, join(to, 'linked'))
    assert.equal((await refusedPull()).code, 'LINK_REFUSED')
    await rm(join(to, 'linked'))
    await mkdir(join(to, 'linked'))
    await writeFile(join(outside, 'target.md'), 'mine')
    await symlink(join(outside, 'target.md'), join(to, 'linked', 'SKILL.md'))
    assert.equal((await refusedPull('--force')).code, 'LINK_REFUSED')
    assert.deepEqual(await readdir(outside), ['target.md'])
    assert.equal(await readFile(join(outside, 'target.md'), 'utf8'), 'mine')
  })

  it('rejects a folder that has the same name in other letters', async () => {
    await addSkill('Release notes', 'Text.')
    await mkdir(join(to, 'Release-Notes'), { recursive: true })
    assert.equal((await refusedPull()).code, 'NAME_CLASH')
  })

  it('writes new programs only after a confirmation, executable if they are so in the skill', async () => {
    const pageId = await addSkill('Deploy', 'Runs a script.')
    await attach(pageId, 'deploy.sh', 'echo deployed')
    await attach(pageId, 'run', '#!/usr/bin/env python3')
    await attach(pageId, 'data.csv', 'a,b')
    await publish(pageId)
    const { code, stdout, stderr } = await remote.run(['skills', 'pull', '--to', to])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /deploy\/scripts\/deploy\.sh\n/)
    assert.match(stderr, /deploy\/assets\/run\n/)
    assert.doesNotMatch(stderr, /data\.csv/)
    assert.deepEqual(await list(), [])
    const no = await remote.run(['skills', 'pull', '--to', to], { confirm: async () => false })
    assert.equal(no.code, 1)
    const yes = await remote.run(['skills', 'pull', '--to', to], { confirm: async () => true })
    assert.equal(yes.code, 0)
    const isRunnable = async (...path: string[]) =>
      ((await stat(join(to, 'deploy', ...path))).mode & 0o100) !== 0
    assert.deepEqual(
      [await isRunnable('scripts', 'deploy.sh'), await isRunnable('assets', 'run')],
      [false, true],
    )
    // Known by its digest, it is not new any more.
    await pull()
    await chmod(join(to, 'deploy', 'assets', 'run'), 0o644)
    assert.equal((await remote.run(['skills', 'pull', '--to', to])).code, 1)
    await pull('--yes')
    assert.ok(await isRunnable('assets', 'run'))
    await rm(to, { recursive: true })
    await pull('--yes')
    assert.equal(await read('deploy', 'scripts', 'deploy.sh'), 'echo deployed')
  })

  it('pulls and checks the versions with a label, and of other skills what agents are served', async () => {
    const { workspaceId } = remote.quire()
    const [first, other] = [await addSkill('First', 'One.'), await addSkill('Other', 'Text.')]
    await publish(other)
    await remote.client().skills.publish({ workspaceId, pageId: first, labels: ['staging'] })
    assert.deepEqual((await pull())['skills'], ['other'])
    assert.deepEqual((await pull('--label', 'staging'))['skills'], ['first', 'other'])
    await remote.client().pages.edit({ workspaceId, pageId: first, mode: 'append', text: 'Two.' })
    await publish(first)
    const labelled = ['skills', 'check', '--to', to, '--label', 'staging']
    assert.deepEqual([(await remote.run(labelled)).code, (await check()).code], [0, 7])
    const { code } = await refusedPull('--label', 'Not a label')
    assert.equal(code, 'VALIDATION_FAILED')
  })

  it('writes skills with their files and a lock file, the same bytes each time', async () => {
    const notes = await addSkill('Release notes', 'Write *short* notes.\n\n1. Read the log')
    await attach(notes, 'example.md', 'An example')
    await publish(notes)
    const own = await addSkill('Own properties: Ä', 'Text')
    const source = 'name: other\ndescription: >-\n  Say\n  hello\nallowed-tools: Read\n'
    const { workspaceId } = remote.quire()
    await remote.client().pages.setProperties({ workspaceId, pageId: own, source })
    const { skills, written } = await pull()
    assert.deepEqual(skills, ['release-notes', 'other'])
    assert.equal(Array.isArray(written) && written.length, 3)
    assert.equal(
      await read('release-notes', 'SKILL.md'),
      '---\nname: release-notes\ndescription: Write *short* notes.\n---\n\nWrite *short* notes.\n\n1. Read the log\n',
    )
    assert.equal(await read('release-notes', 'assets', 'example.md'), 'An example')
    assert.equal(
      await read('other', 'SKILL.md'),
      '---\nname: other\ndescription: >-\n  Say\n  hello\nallowed-tools: Read\n---\n\nText\n',
    )
    const lock = await read('quire-skills.lock')
    assert.match(lock, /"assets\/example\.md": "sha256-[0-9a-f]{64}"/)
    assert.deepEqual((await pull())['written'], [])
    assert.equal(await read('quire-skills.lock'), lock)
    assert.deepEqual(
      (await list()).filter((name) => name.endsWith('.part')),
      [],
    )
    assert.equal((await check()).code, 0)
    const { stdout } = await remote.run(['skills', 'list'])
    assert.match(stdout, new RegExp(`^release-notes\tRelease notes\t${notes}$`, 'm'))
  })

  it('writes what people have published, and not what the pages say since', async () => {
    const id = await addSkill('Reviewed', 'Reviewed text.')
    await pull()
    const { key } = await addPerson(remote.quire(), 'Mara', 'MEMBER')
    await remote.run(['page', 'append', id, '--text', 'Not reviewed.'], {
      environment: { ...remote.environment(), QUIRE_KEY: key },
    })
    assert.deepEqual((await pull())['written'], [])
    await publish(id)
    await pull()
    assert.match(await read('reviewed', 'SKILL.md'), /Not reviewed/)
  })

  it('does not overwrite a skill by another one that has its name now', async () => {
    const { workspaceId } = remote.quire()
    const first = await addSkill('Named', 'First.')
    await pull()
    await remote.client().trash.remove({ workspaceId, pageId: first })
    await addSkill('Named', 'Second.')
    assert.equal((await refusedPull()).code, 'OTHER_SKILL')
    assert.match(await read('named', 'SKILL.md'), /First/)
  })

  it('pulls only the skills that are named, and keeps the others in the lock file', async () => {
    await addSkill('One', 'First.')
    await addSkill('Two', 'Second.')
    await pull('one')
    assert.deepEqual(await list(), ['one', 'one/SKILL.md', 'quire-skills.lock'])
    await pull('two')
    const { skills } = JSON.parse(await read('quire-skills.lock'))
    assert.deepEqual(Object.keys(skills), ['one', 'two'])
    assert.equal((await check()).code, 0)
  })

  it('writes agents as files beside the skills when it is asked to', async () => {
    const { workspaceId } = remote.quire()
    const agent = { workspaceId, title: 'Code reviewer', ownership: 'AGENT' } as const
    const { pageId } = await remote.client().pages.create({ ...agent, markdown: 'Read the diff.' })
    await addSkill('One', 'First.')
    assert.equal((await pull())['agents'], undefined)
    const { agents } = await pull('--agents')
    assert.deepEqual(Object(agents)['written'], ['code-reviewer.md'])
    const folder = join(to, '..', 'agents')
    const file = () => readFile(join(folder, 'code-reviewer.md'), 'utf8')
    assert.match(await file(), /^---\nname: code-reviewer\n[^]*\n---\n\nRead the diff\.\n$/)
    assert.deepEqual(Object((await pull('--agents'))['agents'])['written'], [])
    await remote.json('page', 'append', pageId, '--text', 'Then answer.')
    const { code, stdout } = await remote.run(['skills', 'check', '--to', folder])
    assert.deepEqual([code, stdout.split('\n')[0]], [7, 'outdated\tcode-reviewer.md'])
    await pull('--agents')
    assert.match(await file(), /Then answer/)
    await remote.client().trash.remove({ workspaceId, pageId })
  })

  it('gives skills with one title names that stay', async () => {
    await addSkill('Same', 'First.')
    const second = await addSkill('Same', 'Second.')
    const { skills } = await pull()
    assert.deepEqual(skills, ['same', `same-${second.slice(-12)}`])
    assert.match(await read('same', 'SKILL.md'), /First/)
  })

  it('finds files that are outdated, changed, missing or gone, with exit code 7', async () => {
    const { workspaceId } = remote.quire()
    const old = await addSkill('Old', 'Old text.')
    await addSkill('Changed', 'Text.')
    await addSkill('Missing', 'Text.')
    const gone = await addSkill('Gone', 'Text.')
    await pull()
    await remote.json('page', 'append', old, '--text', 'More.')
    await writeFile(join(to, 'changed', 'SKILL.md'), 'mine')
    await rm(join(to, 'missing', 'SKILL.md'))
    await remote.client().trash.remove({ workspaceId, pageId: gone })
    const { code, stdout } = await check()
    assert.equal(code, 7)
    assert.deepEqual(stdout.split('\n').slice(0, 4).toSorted(), [
      'changed\tchanged/SKILL.md',
      'gone\tgone/SKILL.md',
      'missing\tmissing/SKILL.md',
      'outdated\told/SKILL.md',
    ])
  })

  it('replaces no file that was changed in the folder, unless it is forced to', async () => {
    const id = await addSkill('Mine', 'Theirs.')
    await pull()
    await writeFile(join(to, 'mine', 'SKILL.md'), 'my own text')
    await remote.json('page', 'append', id, '--text', 'More.')
    const { code, exitCode, message } = await refusedPull()
    assert.deepEqual([code, exitCode], ['FILES_CHANGED', 5])
    assert.match(message, /mine\/SKILL\.md/)
    assert.equal(await read('mine', 'SKILL.md'), 'my own text')
    await pull('--force')
    assert.match(await read('mine', 'SKILL.md'), /Theirs\.\n\nMore\.\n$/)
  })

  it('writes the instructions of the workspace into a section of a file', async () => {
    const { workspaceId, app } = remote.quire()
    const set = (text: string | null) =>
      app.store.transact((transaction) =>
        workspaces.setInstructions(transaction, workspaceId, text),
      )
    const path = join(to, '..', 'AGENTS.md')
    const instructions = (...words: string[]) => remote.run(['instructions', path, ...words])
    const file = () => readFile(path, 'utf8')
    await writeFile(path, '# Ours\n')
    await set(null)
    assert.equal((await instructions('--check')).code, 0)
    await set('Write plain English.')
    const checked = await instructions('--check')
    assert.deepEqual([checked.code, checked.stdout], [7, `outdated\t${path}\n`])
    assert.equal(await file(), '# Ours\n')
    assert.equal((await instructions()).stdout, `updated\t${path}\n`)
    assert.match(await file(), /^# Ours\n\n<!--[^]*-->\nWrite plain English\.\n<!--[^]*-->\n$/)
    assert.deepEqual(
      [(await instructions('--check')).code, (await instructions()).stdout],
      [0, `same\t${path}\n`],
    )
    await writeFile(path, (await file()).replace('plain', 'any'))
    await set('Write short sentences.')
    const { code, exitCode } = await remote.refused('instructions', path)
    assert.deepEqual(
      [code, exitCode, (await instructions('--check')).code],
      ['FILES_CHANGED', 5, 7],
    )
    assert.match(await file(), /any English/)
    assert.equal((await instructions('--force')).code, 0)
    assert.match(await file(), /Write short sentences/)
    await set(null)
  })

  it('rejects a lock file that it cannot read, or that is of another workspace', async () => {
    await addSkill('Any', 'Text.')
    await mkdir(to, { recursive: true })
    for (const text of ['{', '{"format":2}', '{"format":1,"workspaceId":"x","skills":{"a":{}}}']) {
      await writeFile(join(to, 'quire-skills.lock'), text)
      assert.equal((await refusedPull()).code, 'LOCK_INVALID', text)
    }
    await writeFile(join(to, 'quire-skills.lock'), '{"format":1,"workspaceId":"x","skills":{}}')
    assert.equal((await refusedPull()).code, 'OTHER_WORKSPACE')
  })
})
