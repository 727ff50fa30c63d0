import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { readEverything, sendForever, useHostileServer } from '../support/outside/hostile-server.ts'
import { runRemote } from '../support/processes/remote.ts'

const workspaceId = '01890000-0000-7000-8000-000000000001'
const ids = Array.from(
  { length: 40 },
  (_, index) => `01890000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
)
const [id = '', otherId = ''] = ids

/** What a server may send in place of an ID or a name. */
const escapes = [
  '../../../../home/.profile',
  '../../../home/.profile',
  '../victim',
  '..',
  '.',
  '',
  '/etc/passwd',
  String.raw`..\..\..\home\.profile`,
  `${id}/../../../home/.profile`,
  `${id}\0`,
  `${id}\n`,
  '__proto__',
  null,
  7,
  ['../victim'],
  { toString: '../victim' },
]

describe('commands that write files, with a hostile server', () => {
  const server = useHostileServer()
  let area = ''
  let folder = ''
  beforeEach(async () => {
    area = await mkdtemp(join(tmpdir(), 'quire-hostile-'))
    folder = join(area, 'project/folder')
    await mkdir(join(area, 'home'), { recursive: true })
    await mkdir(join(area, 'project'), { recursive: true })
    await writeFile(join(area, 'home/.profile'), 'mine\n')
    await writeFile(join(area, 'project/victim'), 'mine\n')
    server.answers.clear()
    server.answers.set('/v1/workspaces', () => ({
      workspaces: [{ id: workspaceId, name: 'E', slug: 'e', role: 'OWNER' }],
    }))
    server.requests.length = 0
  })
  afterEach(() => rm(area, { recursive: true, force: true }))

  const run = (...words: string[]) =>
    runRemote([...words, '--json'], { QUIRE_URL: server.address(), QUIRE_KEY: 'svc_x' })
  const codeOf = async (...words: string[]): Promise<string> => {
    const { stdout, stderr } = await run(...words)
    assert.equal(stdout, '')
    return JSON.parse(stderr).code
  }

  /** Everything but the folder that is written to. */
  const outside = async () =>
    (await readEverything(area)).filter(([path]) => !path.startsWith('/project/folder/'))
  const unchanged = async (attempt: () => Promise<unknown>) => {
    await mkdir(folder, { recursive: true })
    const before = await outside()
    await attempt()
    assert.deepEqual(await outside(), before)
  }
  const written = async () => {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .filter((path) => !path.startsWith('.quire/'))
      .toSorted()
  }

  describe('quire sync', () => {
    type Page = Record<string, unknown>
    const page = (path: unknown, pageId: unknown = id): Page => ({
      pageId,
      parentId: null,
      path,
      folder: null,
      isImplicit: false,
      version: 1,
      revision: 'r',
    })
    const withText = (one: Page): Page => ({ text: 'echo PWNED\n', files: [], ...one })
    const offer = (listed: readonly Page[], texts: readonly Page[] = listed.map(withText)) => {
      server.answers.set('/v1/markdown-files/list', () => ({
        files: listed,
        position: 'p',
        isUnchanged: false,
        isRestored: false,
      }))
      server.answers.set('/v1/markdown-files/read', ({ pageIds }) => ({
        files: texts.filter(({ pageId }) => Array.isArray(pageIds) && pageIds.includes(pageId)),
      }))
    }

    it('writes nothing if an ID is not one, wherever it stands', async () => {
      for (const escape of escapes) {
        for (const listed of [page('a.md', escape), { ...page('a.md'), parentId: [escape] }]) {
          offer([page('ok.md', otherId), listed])
          await unchanged(async () => {
            assert.equal(await codeOf('sync', folder), 'UNEXPECTED_ANSWER', JSON.stringify(escape))
          })
          assert.deepEqual(await written(), [])
        }
        offer([page('a.md')], [{ ...withText(page('a.md')), pageId: id }])
        server.answers.set('/v1/markdown-files/read', ({ pageIds }) => {
          const isFirst = Array.isArray(pageIds) && pageIds.includes(workspaceId)
          const file = { fileId: escape, path: 'a.png', sha256: '', size: 1 }
          const of = { ...withText(page('a.md')), files: [file] }
          return { files: isFirst ? [] : [of] }
        })
        await unchanged(async () => {
          assert.equal(await codeOf('sync', folder), 'UNEXPECTED_ANSWER', JSON.stringify(escape))
        })
      }
    })

    it('writes only plain paths of Markdown files, also for pages without a file', async () => {
      const paths = [
        '../out.md',
        'a/../../out.md',
        join(area, 'home/abs.md'),
        '.ssh/x.md',
        '.quire/state.json',
        '.quire/pages/x.md',
        '.git/hooks/post-commit',
        'A/.GIT/config.md',
        '\u200C.git/config.md',
        'a/b\0.md',
        'a//b.md',
        '/a.md',
        'a.md/',
        'package.json',
        'Makefile',
        'run.sh',
      ]
      for (const isImplicit of [false, true]) {
        const pages = paths.map((path, index) => ({ ...page(path, ids[index]), isImplicit }))
        offer(
          [page('ok.md', ids[39]), ...pages],
          [page('ok.md', ids[39]), ...pages].map((one, index) =>
            withText({ ...one, ...(isImplicit && index > 0 && { text: null }) }),
          ),
        )
        await unchanged(async () => {
          assert.equal((await run('sync', folder)).code, 0)
        })
        assert.deepEqual(await written(), ['ok.md'])
        const names = (await readdir(folder)).toSorted()
        assert.deepEqual(names, ['.quire', 'ok.md'])
        await rm(folder, { recursive: true })
      }
    })

    it('follows no link in the folder, and replaces no file of its own making', async () => {
      await mkdir(folder, { recursive: true })
      await symlink(join(area, 'home'), join(folder, 'link'))
      await symlink(join(area, 'home/.profile'), join(folder, 'profile.md'))
      await writeFile(join(folder, 'plan.md'), 'my plan\n')
      const listed = [
        page('link/.profile.md'),
        page('link/new.md', ids[2]),
        page('profile.md', ids[3]),
        page('plan.md', ids[4]),
        page('Plan.md', ids[5]),
        page('plan.md', ids[6]),
      ]
      offer(listed)
      await unchanged(() => run('sync', folder))
      const remaining = await readFile(join(folder, 'plan.md'), 'utf8')
      assert.equal(remaining, 'my plan\n')
    })

    it('downloads no more than was announced, and follows no redirect', async () => {
      const sha256 = createHash('sha256').update('announced').digest('hex')
      const file = { fileId: otherId, path: 'a.bin', sha256, size: 9 }
      offer([page('a.md')], [{ ...withText(page('a.md')), files: [file] }])
      server.answers.set('/files/', (_body, response) => sendForever(response, 'announced'))
      await unchanged(async () => {
        assert.equal(await codeOf('sync', folder), 'UNEXPECTED_ANSWER')
      })
      assert.deepEqual(await written(), [])
      server.answers.set('/files/', (_body, response) => {
        response.writeHead(302, { location: '/elsewhere' }).end()
      })
      assert.equal(await codeOf('sync', folder), 'REDIRECTED')
      assert.ok(!server.requests.includes('/elsewhere'))
      const parts = (await readdir(join(folder, '.quire'))).filter((name) => name.endsWith('.part'))
      assert.deepEqual(parts, [])
    })

    it('ends when an answer has no end', async () => {
      offer([])
      server.answers.set('/v1/markdown-files/list', (_body, response) =>
        sendForever(response, '{"files":["'),
      )
      assert.equal(await codeOf('sync', folder), 'UNEXPECTED_ANSWER')
      server.answers.set('/v1/workspaces', (_body, response) => {
        response.statusCode = 400
        return sendForever(response, '{"code":"')
      })
      assert.equal(await codeOf('sync', folder), 'UNEXPECTED_ANSWER')
    })

    it('ends when the server sends other pages than those it was asked for', async () => {
      offer([page('a.md')])
      server.answers.set('/v1/markdown-files/read', ({ pageIds }) => {
        const isFirst = Array.isArray(pageIds) && pageIds.includes(workspaceId)
        return { files: isFirst ? [] : [withText(page('b.md', otherId))] }
      })
      await unchanged(() => run('sync', folder))
      assert.deepEqual(await written(), [])
      assert.ok(server.requests.length < 200, `${server.requests.length} requests`)
    })

    it('ends when an upload makes no progress', async () => {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'a.png'), 'x'.repeat(100))
      await writeFile(join(folder, 'a.md'), '![](a.png)\n')
      offer([])
      server.answers.set('/v1/markdown-files/create', () => ({ pageId: id }))
      server.answers.set('/v1/markdown-files/save', () => ({
        version: 1,
        conflicts: [],
        unresolved: ['a.png'],
      }))
      server.answers.set('/v1/uploads', (_body, response) => {
        response.writeHead(201, { location: '/v1/uploads/x' }).end()
      })
      server.answers.set('/v1/uploads/', (_body, response) => {
        response.writeHead(204, { 'upload-offset': '0' }).end()
      })
      assert.equal(await codeOf('sync', folder), 'UNEXPECTED_ANSWER')
    })
  })

  describe('quire skills', () => {
    const served = { version: 1, name: 'review', description: 'd', digest: '', isValid: true }
    const skill = (given: Record<string, unknown>) => ({
      id,
      title: 'Review',
      ownership: 'SKILL',
      served,
      ...given,
    })
    const bytes = Buffer.from('echo PWNED\n')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = (path: unknown) => ({ path, sha256, size: bytes.length, isExecutable: false })
    const offer = (one: Record<string, unknown>, files: readonly object[]) => {
      server.answers.set('/v1/skills/list', ({ ownership }) => ({
        skills: ownership === 'AGENT' ? [] : [one],
      }))
      server.answers.set('/v1/skills/files', () => ({
        version: 1,
        name: 'review',
        size: 1,
        files,
      }))
      server.answers.set('/v1/skills/read-file', ({ path }) => ({
        ...file(path),
        encoding: 'base64',
        content: bytes.toString('base64'),
      }))
    }
    const pull = () => codeOf('skills', 'pull', '--to', folder, '--yes', '--force')

    it('writes nothing if an ID, a name or a path is not one', async () => {
      for (const escape of escapes) {
        const isText = typeof escape === 'string'
        offer(skill({ id: escape }), [file('SKILL.md')])
        await unchanged(async () => assert.equal(await pull(), 'UNEXPECTED_ANSWER'))
        for (const [one, files] of [
          [skill({ served: { ...served, name: escape } }), [file('SKILL.md')]],
          [skill({}), [file(escape)]],
          [skill({}), [file('SKILL.md'), file(isText ? `a/${escape}` : escape)]],
        ] as const) {
          offer(one, files)
          // It is a plain name, for a file system.
          if (escape === '__proto__') continue
          await unchanged(async () => {
            const code = await pull()
            assert.ok(
              ['NAME_UNSAFE', 'UNEXPECTED_ANSWER'].includes(code),
              `${code} ${JSON.stringify(escape)}`,
            )
          })
          assert.deepEqual(await written(), [])
        }
      }
    })

    it('writes nothing that git reads, no case twins, and nothing through a link', async () => {
      for (const [one, files] of [
        [skill({ served: { ...served, name: '.git' } }), [file('config')]],
        [skill({ served: { ...served, name: '.hidden' } }), [file('SKILL.md')]],
        [skill({}), [file('a/.GIT/config')]],
        [skill({}), [file('git~1/config')]],
        [skill({}), [file('SKILL.md'), file('skill.md')]],
      ] as const) {
        offer(one, files)
        await unchanged(async () => assert.match(await pull(), /^NAME_/))
        assert.deepEqual(await written(), [])
      }
      await mkdir(folder, { recursive: true })
      await symlink(join(area, 'home'), join(folder, 'review'))
      offer(skill({}), [file('.profile')])
      await unchanged(async () => assert.equal(await pull(), 'LINK_REFUSED'))
    })

    it('writes nothing of a skill that is too large, endless or damaged', async () => {
      const many = Array.from({ length: 5000 }, (_, index) => file(`f${index}`))
      offer(skill({}), many)
      await unchanged(async () => assert.equal(await pull(), 'SKILL_TOO_LARGE'))
      offer(skill({}), [{ ...file('SKILL.md'), size: 1e12 }])
      await unchanged(async () => assert.equal(await pull(), 'SKILL_TOO_LARGE'))
      assert.ok(!server.requests.includes('/v1/skills/read-file'))
      offer(skill({}), [{ ...file('SKILL.md'), sha256: 'f'.repeat(64) }])
      await unchanged(async () => assert.equal(await pull(), 'FILE_DAMAGED'))
      server.answers.set('/v1/skills/read-file', (_body, response) =>
        sendForever(response, '{"content":"'),
      )
      await unchanged(async () => assert.equal(await pull(), 'UNEXPECTED_ANSWER'))
      assert.deepEqual(await written(), [])
    })
  })

  describe('quire export and quire files get', () => {
    const commands = () =>
      [
        ['/v1/workspace/export', ['export', join(folder, 'out'), '--workspace', workspaceId]],
        ['/files/', ['files', 'get', id, '--output', join(folder, 'out')]],
      ] as const

    it('follow no redirect, and leave nothing of an answer that is not whole', async () => {
      for (const [path, words] of commands()) {
        server.answers.set(path, (_body, response) => {
          response.writeHead(307, { location: `${server.address()}/elsewhere` }).end()
        })
        await unchanged(async () => assert.equal(await codeOf(...words), 'REDIRECTED'))
        server.answers.set(path, (_body, response) => {
          response.writeHead(200, { 'content-length': '100' })
          response.write('begun')
          setImmediate(() => response.destroy())
        })
        await unchanged(async () => assert.equal(await codeOf(...words), 'UNREACHABLE'))
        assert.deepEqual(await written(), [])
        assert.ok(!server.requests.includes('/elsewhere'))
      }
    })

    it('refuse what the disk has no room for before it is written', async () => {
      for (const [path, words] of commands()) {
        server.answers.set(path, (_body, response) => {
          response.writeHead(200, { 'content-length': String(2 ** 52) })
          response.write('begun')
        })
        await unchanged(async () => assert.equal(await codeOf(...words), 'DISK_FULL'))
        assert.deepEqual(await written(), [])
      }
    })

    it('replace no file with a part of another', async () => {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'out'), 'mine\n')
      server.answers.set('/files/', (_body, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('begun')
        setImmediate(() => response.destroy())
      })
      await codeOf('files', 'get', id, '--output', join(folder, 'out'))
      assert.equal(await readFile(join(folder, 'out'), 'utf8'), 'mine\n')
      assert.deepEqual(await written(), ['out'])
    })
  })
})
