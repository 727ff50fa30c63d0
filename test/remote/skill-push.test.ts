import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import { addAgent, addPerson } from '../support/people.ts'
import { useRemote } from '../support/processes/remote.ts'
import { until } from '../support/until.ts'

const front = (name: string) => `---\nname: ${name}\ndescription: Tests. Use it in tests.\n---\n`

describe('quire skills add, push and sync', () => {
  const remote = useRemote()
  let folder = ''
  let to = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(remote.folder(), 'project-'))
    to = join(folder, 'skills')
    const { workspaceId } = remote.quire()
    for (const ownership of ['SKILL', 'AGENT'] as const) {
      const { skills } = await remote.client().skills.list({ workspaceId, ownership })
      for (const { id } of skills) await remote.client().trash.remove({ workspaceId, pageId: id })
    }
  })

  const save = async (path: string, text: string) => {
    const file = join(folder, path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text, { mode: path.endsWith('.sh') ? 0o755 : 0o644 })
  }
  const read = (path: string) => readFile(join(to, path), 'utf8')
  const add = (...words: string[]) => remote.json('skills', 'add', ...words)
  const pull = () => remote.json('skills', 'pull', '--yes', '--to', to)
  const push = (...words: string[]) => remote.json('skills', 'push', ...words, '--to', to)
  const refused = (...words: string[]) => remote.refused('skills', ...words)
  const idOf = async (name: string) => {
    const { skills } = await remote
      .client()
      .skills.list({ workspaceId: remote.quire().workspaceId })
    return skills.find(({ served }) => served?.name === name)?.id ?? ''
  }
  const publish = async (pageId: string) => {
    const { workspaceId } = remote.quire()
    await remote.client().skills.publish({ workspaceId, pageId })
  }
  const draftText = async (pageId: string, path = 'SKILL.md') => {
    const { workspaceId } = remote.quire()
    const asked = { workspaceId, pageId, label: 'draft', path }
    return (await remote.client().skills.readFile(asked)).content
  }
  const files = async () => {
    const { workspaceId } = remote.quire()
    return (await remote.client().files.list({ workspaceId })).files.length
  }

  describe('add', () => {
    it('rejects what cannot be read, has no skill, or contains links', async () => {
      assert.equal((await refused('add', join(folder, 'none'))).code, 'FILE_UNREADABLE')
      await save('empty/README.md', 'Text.')
      const before = await files()
      const none = await refused('add', join(folder, 'empty'))
      assert.deepEqual([none.code, none.exitCode], ['SKILLS_MISSING', 4])
      await save('linked/one/SKILL.md', 'Text.')
      await symlink('/etc', join(folder, 'linked', 'one', 'link'))
      assert.equal((await refused('add', join(folder, 'linked'))).code, 'LINK_REFUSED')
      await save('text.zip', 'not an archive')
      assert.equal((await refused('add', join(folder, 'text.zip'))).code, 'VALIDATION_FAILED')
      assert.equal(await files(), before, 'no archive stays')
    })

    it('lists programs, and adds them only after a confirmation', async () => {
      await save('tidy/SKILL.md', `${front('tidy')}\nRun scripts/run.sh.\n`)
      await save('tidy/scripts/run.sh', '#!/bin/sh\necho tidy\n')
      const path = join(folder, 'tidy')
      const { code, stderr } = await remote.run(['skills', 'add', path])
      assert.equal(code, 1)
      assert.match(stderr, /tidy\/scripts\/run\.sh/)
      assert.equal(await idOf('tidy'), '')
      const { skills } = await add(path, '--yes')
      assert.equal(Array.isArray(skills) && skills.length, 1)
      await pull()
      assert.equal(await read('tidy/SKILL.md'), `${front('tidy')}\nRun scripts/run.sh.\n`)
      assert.equal(await read('tidy/scripts/run.sh'), '#!/bin/sh\necho tidy\n')
      const again = await refused('add', path, '--yes')
      assert.deepEqual([again.code, again.exitCode], ['SKILL_EXISTS', 5])
    })

    it('reads the skills of a folder alone, whatever else is in it', async () => {
      await save('large/skills/alone/SKILL.md', `${front('alone')}Text.\n`)
      await save('large/data.bin', 'x'.repeat(61 * 1024 * 1024))
      await symlink('data.bin', join(folder, 'large', 'link'))
      const { skills } = await add(join(folder, 'large'))
      assert.equal(Array.isArray(skills) && skills.length, 1)
    })

    it('adds all skills and agents of a folder, below a page', async () => {
      const { workspaceId } = remote.quire()
      const parent = { workspaceId, title: 'Shared skills', markdown: '' }
      await remote.client().pages.create(parent)
      await save('.claude/skills/one/SKILL.md', `${front('one')}One.\n`)
      await save('.claude/skills/one/.DS_Store', 'x')
      await save('.claude/agents/reviewer.md', `${front('reviewer')}Read.\n`)
      const { stdout } = await remote.run([
        'skills',
        'add',
        join(folder, '.claude'),
        '--parent',
        'Shared skills',
      ])
      assert.match(stdout, /^added\tone\tversion 1\t/m)
      assert.match(stdout, /^added\treviewer\tversion 1\t/m)
      assert.match(stdout, /^2 added, 0 skipped\.$/m)
      const { pages } = await remote.json('page', 'list', 'Shared skills')
      assert.ok(JSON.stringify(pages).includes('one'))
    })
  })

  describe('add, once more', () => {
    it('finds what it has added before, drafts and skills with a name of their own', async () => {
      await save('two/Draft One/SKILL.md', '---\nname: Bad Name\n---\nText.\n')
      await save('two/Named Two/SKILL.md', 'The name is made from the one of the folder.\n')
      const { skills } = await add(join(folder, 'two'))
      const added: { pageId: string; version: number | null }[] = JSON.parse(JSON.stringify(skills))
      assert.deepEqual(
        added.map(({ version }) => version),
        [null, 1],
      )
      for (const name of ['Draft One', 'Named Two']) {
        const again = await refused('add', join(folder, 'two', name))
        assert.deepEqual([again.code, again.exitCode], ['SKILL_EXISTS', 5], name)
      }
    })

    it('deletes the uploaded archive also if it is stopped', async () => {
      await save('stop/SKILL.md', `${front('stop')}Run scripts/a.sh.\n`)
      await save('stop/scripts/a.sh', 'echo a\n')
      const before = await files()
      const stopping = new AbortController()
      const confirm = async () => {
        assert.equal(await files(), before + 1)
        stopping.abort()
        return true
      }
      const { signal } = stopping
      const { code } = await remote.run(['skills', 'add', join(folder, 'stop')], {
        confirm,
        signal,
      })
      assert.deepEqual([code, await files(), await idOf('stop')], [130, before, ''])
    })
  })

  describe('push', () => {
    const start = async () => {
      await save('tidy/SKILL.md', `${front('tidy')}\nFirst.\n`)
      await save('tidy/references/guide.md', 'Guide.\n')
      await add(join(folder, 'tidy'))
      await pull()
      return idOf('tidy')
    }

    it('rejects a folder that was never pulled, and a skill that it does not have', async () => {
      assert.equal((await refused('push', '--to', to)).code, 'LOCK_MISSING')
      assert.deepEqual(await readdir(folder), [], 'nothing is created')
      await start()
      const { code, exitCode } = await refused('push', 'other', '--to', to)
      assert.deepEqual([code, exitCode], ['SKILL_NOT_FOUND', 4])
    })

    it('sends what was changed as the draft, once', async () => {
      const pageId = await start()
      assert.deepEqual((await push())['files'], [])
      await save('skills/tidy/SKILL.md', `${front('tidy')}\nFirst.\n\n* By hand\n`)
      await save('skills/tidy/assets/data.csv', 'a,b\n')
      // What an owner sends is published at once.
      const { key } = await addPerson(remote.quire(), 'Mia', 'MEMBER')
      const environment = { ...remote.environment(), QUIRE_KEY: key }
      const pushed = async () => {
        const words = ['skills', 'push', '--to', to, '--json']
        const { code, stdout, stderr } = await remote.run(words, { environment })
        assert.equal(code, 0, stderr)
        return JSON.parse(stdout)
      }
      const { files: sent } = await pushed()
      assert.deepEqual(sent, [
        { skill: 'tidy', path: 'SKILL.md', change: 'changed' },
        { skill: 'tidy', path: 'assets/data.csv', change: 'added' },
      ])
      assert.equal(await draftText(pageId), `${front('tidy')}\nFirst.\n\n* By hand\n`)
      assert.deepEqual((await pushed()).files, [])
      await pull()
      assert.match(await read('tidy/SKILL.md'), /By hand/, 'a pull keeps what waits')
      const { code, stdout } = await remote.run(['skills', 'sync', '--check', '--to', to])
      assert.equal(code, 7)
      assert.match(stdout, /^pushed\ttidy\/SKILL\.md$/m)
      await save('skills/tidy/SKILL.md', `${front('tidy')}\nFirst.\n\n* By hand, again\n`)
      assert.equal((await pushed()).files.length, 1)
      await publish(pageId)
      await pull()
      assert.equal((await remote.run(['skills', 'sync', '--check', '--to', to])).code, 0)
      assert.doesNotMatch(await read('quire-skills.lock'), /"pushed"/)
    })

    it('sends with a program whether it is executable', async () => {
      const pageId = await start()
      await save('skills/tidy/scripts/tool', 'no first line of a script')
      await chmod(join(to, 'tidy/scripts/tool'), 0o755)
      await push('--yes')
      const { workspaceId } = remote.quire()
      const { files: stored } = await remote.client().skills.files({ workspaceId, pageId })
      assert.equal(stored.find(({ path }) => path === 'scripts/tool')?.isExecutable, true)
    })

    it('sends a file of more than 6 MB', async () => {
      const pageId = await start()
      await save('skills/tidy/assets/large.csv', 'x'.repeat(7_000_000))
      const { files: sent } = await push()
      assert.deepEqual(sent, [{ skill: 'tidy', path: 'assets/large.csv', change: 'added' }])
      const { workspaceId } = remote.quire()
      const { files: stored } = await remote.client().skills.files({ workspaceId, pageId })
      assert.equal(stored.find(({ path }) => path === 'assets/large.csv')?.size, 7_000_000)
    })

    it('fails without a change if others have changed the file meanwhile', async () => {
      const pageId = await start()
      await remote.json('page', 'append', pageId, '--text', 'Theirs.')
      await save('skills/tidy/SKILL.md', `${front('tidy')}\nMine.\n`)
      const { code, exitCode, message } = await refused('push', '--to', to)
      assert.deepEqual([code, exitCode], ['VERSION_CONFLICT', 5])
      assert.match(message, /SKILL\.md/)
      assert.match(await draftText(pageId), /Theirs/)
      assert.equal(await read('tidy/SKILL.md'), `${front('tidy')}\nMine.\n`)
    })

    it('asks before it sends new programs, and sends nothing through links', async () => {
      await start()
      await save('skills/tidy/scripts/new.sh', '#!/bin/sh\n')
      const { code, stderr } = await remote.run(['skills', 'push', '--to', to])
      assert.equal(code, 1)
      assert.match(stderr, /tidy\/scripts\/new\.sh/)
      const { files: sent } = await push('--yes')
      assert.deepEqual(sent, [{ skill: 'tidy', path: 'scripts/new.sh', change: 'added' }])
      await symlink('/etc/passwd', join(to, 'tidy', 'secret'))
      assert.equal((await refused('push', '--to', to)).code, 'LINK_REFUSED')
      await rm(join(to, 'tidy'), { recursive: true })
      await symlink('/etc', join(to, 'tidy'))
      assert.equal((await refused('push', '--to', to)).code, 'LINK_REFUSED')
    })

    it('is followed by what a reviewer made of it, and --force gives it up', async () => {
      const pageId = await start()
      const { key } = await addPerson(remote.quire(), 'Rita', 'MEMBER')
      const environment = { ...remote.environment(), QUIRE_KEY: key }
      const pushAs = () => remote.run(['skills', 'push', '--to', to], { environment })
      const mine = `${front('tidy')}\nMine.\n`
      await save('skills/tidy/SKILL.md', mine)
      assert.equal((await pushAs()).code, 0)
      await remote.json('page', 'append', pageId, '--text', 'And reviewed.')
      await pull()
      assert.equal(await read('tidy/SKILL.md'), mine, 'the reviewer has not published it')
      await publish(pageId)
      await pull()
      assert.equal(await read('tidy/SKILL.md'), `${mine}\nAnd reviewed.\n`)
      await save('skills/tidy/SKILL.md', `${front('tidy')}\nGiven up.\n`)
      assert.equal((await pushAs()).code, 0)
      await remote.json('skills', 'pull', '--force', '--to', to)
      assert.equal(await read('tidy/SKILL.md'), `${mine}\nAnd reviewed.\n`)
      assert.doesNotMatch(await read('quire-skills.lock'), /"pushed"/)
    })

    it('sends more than 100 files as one version', async () => {
      const pageId = await start()
      for (let number = 0; number < 120; number += 1)
        await save(`skills/tidy/assets/${number}.txt`, `${number}`)
      await save('skills/tidy/SKILL.md', `${front('tidy')}\nMany.\n`)
      const { files: sent } = await push()
      assert.equal(Array.isArray(sent) && sent.length, 121)
      const { workspaceId } = remote.quire()
      const { versions } = await remote.client().skills.versions({ workspaceId, pageId })
      assert.deepEqual(
        versions.map(({ version, files: count }) => [version, count]),
        [
          [2, 122],
          [1, 2],
        ],
      )
    })

    it('sends agents, also one with the name of a skill', async () => {
      await save('both/tidy/SKILL.md', `${front('tidy')}Skill.\n`)
      await save('both/agents/tidy.md', `${front('tidy')}Agent.\n`)
      await add(join(folder, 'both'))
      const agents = (...words: string[]) =>
        remote.run(['skills', ...words, '--agents', '--to', to])
      assert.equal((await agents('sync', '--check')).code, 7)
      assert.equal((await agents('pull')).code, 0)
      assert.equal((await agents('sync', '--check')).code, 0)
      await save('agents/tidy.md', `${front('tidy')}Another agent.\n`)
      const checked = await agents('sync', '--check')
      assert.deepEqual([checked.code, checked.stdout.split('\n')[0]], [7, 'changed\ttidy.md'])
      assert.deepEqual((await push())['files'], [], 'skills alone')
      const pushed = await agents('push', 'tidy')
      assert.deepEqual([pushed.code, pushed.stdout.split('\n')[0]], [0, 'changed\ttidy/tidy.md'])
      assert.equal((await agents('pull')).code, 0)
      assert.equal((await agents('sync', '--check')).code, 0)
      assert.match(await read('tidy/SKILL.md'), /Skill/)
      const here = ['skills', 'pull', '--agents', '--to', join(folder, 'agents')]
      assert.equal((await remote.run(here)).code, 2)
    })

    it('makes a proposal with a key that may only propose', async () => {
      const pageId = await start()
      const { key } = await addAgent(remote.quire(), 'Proposer', 'propose')
      await save('skills/tidy/SKILL.md', `${front('tidy')}\nProposed.\n`)
      const environment = { ...remote.environment(), QUIRE_KEY: key }
      const { code, stdout } = await remote.run(['skills', 'push', '--to', to], { environment })
      assert.equal(code, 0)
      assert.match(stdout, /^proposed\ttidy\/SKILL\.md$/m)
      assert.match(stdout, /^proposal\t[0-9a-f-]{36}$/m)
      assert.match(await draftText(pageId), /First/)
    })
  })

  describe('sync', () => {
    it('with --watch writes a skill once it is published, until it is stopped or refused', async () => {
      const both = await refused('sync', '--watch', '--check', '--to', to)
      assert.deepEqual([both.code, both.exitCode], ['MISUSED', 2])
      await save('tidy/SKILL.md', `${front('tidy')}\nFirst.\n`)
      await add(join(folder, 'tidy'))
      const stopped = new AbortController()
      const words = ['skills', 'sync', '--watch', '--to', to]
      const running = remote.run(words, { signal: stopped.signal })
      const has = (text: string) => async () =>
        (await read('tidy/SKILL.md').catch(() => '')).includes(text)
      await until(has('First'))
      const { key } = await addPerson(remote.quire(), 'Wim', 'MEMBER')
      const environment = { ...remote.environment(), QUIRE_KEY: key }
      const pageId = await idOf('tidy')
      const edit = ['page', 'append', pageId, '--text', 'Second.']
      assert.equal((await remote.run(edit, { environment })).code, 0)
      await publish(pageId)
      await until(has('Second'))
      stopped.abort()
      const { code, stdout, stderr } = await running
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, /^added\ttidy\/SKILL\.md\nupdated\ttidy\/SKILL\.md\n$/)
      await save('skills/tidy/SKILL.md', 'Mine.')
      assert.equal((await remote.run(words)).code, 5, 'a changed file')
    })

    it('with --check writes nothing, and compares all skills of the server', async () => {
      await save('tidy/SKILL.md', `${front('tidy')}\nFirst.\n`)
      await add(join(folder, 'tidy'))
      const check = () => remote.run(['skills', 'sync', '--check', '--to', to])
      const first = await check()
      assert.deepEqual([first.code, first.stdout.split('\n')[0]], [7, 'new\ttidy/SKILL.md'])
      assert.deepEqual(await readdir(folder), ['tidy'])
      const { gone } = await remote.json('skills', 'sync', '--to', to)
      assert.deepEqual(gone, [])
      assert.equal((await check()).code, 0)
      const { workspaceId } = remote.quire()
      await remote.client().trash.remove({ workspaceId, pageId: await idOf('tidy') })
      const { stdout } = await remote.run(['skills', 'sync', '--to', to])
      assert.match(stdout, /^gone\ttidy$/m)
      assert.equal((await check()).code, 7)
      assert.equal(await read('tidy/SKILL.md'), `${front('tidy')}\nFirst.\n`)
    })
  })
})
