import assert from 'node:assert/strict'
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { root } from '../../packages/compile.ts'
import { listFiles } from '../../packages/tarball.ts'
import {
  type Installation,
  type InstalledServer,
  openInstallation,
  startInstalled,
  unpack,
} from '../support/processes/packages.ts'

const maxInstalledBytes = 130_000_000
/** npm may run on an older Node than the tests: clients must, too. */
const olderNode = process.env['npm_node_execpath'] ?? process.execPath

let installation: Installation
const installed = (...names: string[]) => installation.installed(...names)
const run: Installation['run'] = (...command) => installation.run(...command)
const quireServer = () => installed('quire-server/bin/quire.js')

before(async () => {
  installation = await openInstallation()
  for (const name of ['server', 'client', 'command', 'markdown'] as const) {
    await unpack(installation, name)
  }
})
after(() => installation.close())

describe('the packages', () => {
  it('have the version of the repository, and names that are not taken by others', async () => {
    for (const [name, path] of Object.entries(installation.packed)) {
      assert.match(basename(path), new RegExp(`^quire-\\w+-${manifest.version}\\.tgz$`), name)
      assert.notEqual(name, 'quire')
    }
  })

  it('contain no source, no test and no development dependency', async () => {
    const names = await listFiles(installed('quire-server'))
    assert.ok(names.length > 1000)
    const wrong = names.filter((name) => /\.[cm]?tsx?$|\.test\.|\.map$|(?:^|\/)\.npmrc$/.test(name))
    assert.deepEqual(wrong, [])
    const packages = new Set(
      names.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? []),
    )
    for (const name of ['typescript', 'vite', 'react', 'oxlint', 'typebox']) {
      assert.ok(name in manifest.devDependencies && !packages.has(name), name)
    }
  })

  it('take at most 130 MB without Node', async (t) => {
    let bytes = 0
    for (const name of await listFiles(installed())) {
      const { blocks } = await stat(installed(name))
      bytes += blocks * 512
    }
    t.diagnostic(`${(bytes / 1e6).toFixed(1)} MB installed`)
    assert.ok(bytes < maxInstalledBytes, `${bytes} bytes`)
  })

  it('contain every package that the server imports', async () => {
    const sources = await listFiles(installed('quire-server/server'))
    const names = new Set<string>()
    for (const name of sources.filter((path) => path.endsWith('.js'))) {
      const source = await readFile(installed('quire-server/server', name), 'utf8')
      const imports = /(?:\bfrom |\bimport\(|\brequire\()'([^'.][^']*)'/g
      for (const [, specifier = ''] of source.matchAll(imports)) names.add(specifier)
    }
    const modules = [...names].filter((name) => !name.startsWith('node:'))
    assert.ok(modules.length > 30)
    const path = installed('quire-server/every-import.mjs')
    await writeFile(path, modules.map((name) => `await import('${name}')\n`).join(''))
    const { code, stderr } = await run(process.execPath, [path])
    await rm(path)
    assert.equal(code, 0, stderr)
  })

  it('keep the licenses of what they contain', async () => {
    const names = new Set(await listFiles(installed('quire-server')))
    for (const name of Object.keys(manifest.dependencies)) {
      if (name === 'node') continue
      const source = await listFiles(join(root, 'node_modules', name))
      const licenses = source.filter((path) => /^licen[cs]e/i.test(path))
      for (const license of licenses)
        assert.ok(names.has(`node_modules/${name}/${license}`), `${name} ${license}`)
    }
  })
})

describe('the installed server', () => {
  let server: InstalledServer
  let address = ''
  let key = ''
  let workspaceId = ''

  before(async () => {
    const settings = { PORT: '0', QUIRE_DATA: join(installation.work, 'data') }
    const words = [quireServer(), 'serve']
    server = await startInstalled(installation.start(process.execPath, words, settings))
    address = server.address
  })
  after(() => server.stop())

  const post = async (path: string, body: object, cookie?: string) => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: address,
        ...(cookie === undefined ? { authorization: `Bearer ${key}` } : { cookie }),
      },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    assert.equal(response.status, 200, JSON.stringify(answer))
    assert.ok(typeof answer === 'object' && answer !== null)
    return { answer: new Map(Object.entries(answer)), cookies: response.headers.getSetCookie() }
  }
  const cookieOf = (cookies: readonly string[]) =>
    cookies.map((one) => one.split(';')[0]).join('; ')

  it('never says npx quire, which is a program of somebody else', async () => {
    const shell = pathToFileURL(installed('quire-server/server/lib/shell.js')).href
    const asked = `import { commandFile } from '${shell}'; console.log(commandFile)`
    const inPackage = await run(process.execPath, ['--input-type=module', '--eval', asked])
    assert.equal(inPackage.stdout, `${installed('quire-server/bin/quire.js')}\n`)
    assert.doesNotMatch(server.output(), /npx quire/)
    assert.match(server.output(), /quire\.js init --email/)
  })

  it('serves the web app and the API reference', async () => {
    const page = await (await fetch(address)).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    assert.equal((await fetch(address + script)).status, 200)
    assert.equal((await fetch(`${address}/docs/json`)).status, 200)
  })

  it('sets up, signs in, writes and searches', async () => {
    const code = /\/setup#(\S+)/.exec(server.output())?.[1] ?? ''
    const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
    const password = 'correct horse battery'
    const setup = await post(
      '/app/setup/complete',
      { ...person, code, password, workspaceName: 'Lab' },
      '',
    )
    workspaceId = String(setup.answer.get('workspaceId'))
    const signedIn = await post('/app/session/create', { email: person.email, password }, '')
    const created = await post(
      '/app/keys/create',
      { name: 'test', expires: '7d' },
      cookieOf(signedIn.cookies),
    )
    key = String(created.answer.get('key'))
    const markdown = '# Agenda\n\nReview the **draft** and the formula $x^2$.\n'
    const page = await post('/v1/pages/create', { workspaceId, title: 'Meeting', markdown })
    const pageId = page.answer.get('pageId')
    const read = await post('/v1/pages/markdown', { workspaceId, pageId })
    assert.equal(read.answer.get('markdown'), markdown)
    const found = await post('/v1/search/pages', { workspaceId, query: 'reviewing drafts' })
    assert.partialDeepStrictEqual(found.answer.get('results'), [{ pageId, title: 'Meeting' }])
  })

  it('runs the commands of the operator on the same store', async () => {
    const settings = { QUIRE_DATA: join(installation.work, 'data') }
    const quire = (...words: string[]) => run(process.execPath, [quireServer(), ...words], settings)
    const version = await quire('--version')
    assert.deepEqual([version.code, version.stdout], [0, `${manifest.version}\n`])
    assert.match((await quire('user', '--help')).stdout, /^Usage: quire-server user /)
    const users = await quire('user', 'list', '--json')
    assert.match(users.stdout, /ada@example\.com/)
    const check = await quire('check')
    assert.equal(check.code, 0, check.stderr + check.stdout)
    const backup = await quire('backup', join(installation.work, 'backup.tar.gz'), '--verify')
    assert.equal(backup.code, 0, backup.stderr)
  })

  it('serves the remote command line, on the Node of npm', async () => {
    const main = installed('quire-cli/client/cli/main.js')
    const environment = { QUIRE_URL: address, QUIRE_KEY: key }
    const list = await run(olderNode, [main, 'page', 'list'], environment)
    assert.match(list.stdout, /^[0-9a-f-]{36}\tMeeting\n$/)
    const read = await run(main, ['page', 'get', 'Meeting'], environment)
    assert.match(read.stdout, /^# Agenda\n/)
    const version = await run(olderNode, [main, '--version'])
    assert.deepEqual([version.stdout, version.stderr], [`${manifest.version}\n`, ''])
  })

  it('serves the typed client, on the Node of npm', async () => {
    await writeFile(
      installed('../client.mjs'),
      `import { createClient } from 'quire-client'
       import { followChanges } from 'quire-client/changes'
       import { QuireError } from 'quire-client/errors'
       import { eachItem } from 'quire-client/paging'
       import { uploadFile } from 'quire-client/uploads'
       import { verifyWebhook } from 'quire-client/webhooks'
       const options = { baseUrl: process.env.ADDRESS, apiKey: process.env.KEY, timeoutMs: 60_000, retries: 2 }
       const quire = createClient(options)
       const workspaceId = process.env.WORKSPACE
       const titles = []
       for await (const { title } of eachItem(quire.pages.list, { workspaceId }, 'pages')) titles.push(title)
       const fileId = await uploadFile(options, { workspaceId, name: 'a.txt', contents: new Blob(['hello']) })
       const stop = new AbortController()
       let kind
       for await (const message of followChanges(options, { workspaceId, signal: stop.signal })) {
         kind = message.kind
         stop.abort()
       }
       const refused = await verifyWebhook({ secret: 'whsec_AAAA', headers: {}, body: '' }).catch((error) => error)
       console.log(JSON.stringify({ titles, hasFile: /^[0-9a-f-]{36}$/.test(fileId), kind, isError: refused instanceof QuireError }))`,
    )
    const environment = { ADDRESS: address, KEY: key, WORKSPACE: workspaceId }
    const { stdout, stderr } = await run(olderNode, ['client.mjs'], environment)
    assert.deepEqual(
      [stdout.trim(), stderr],
      [JSON.stringify({ titles: ['Meeting'], hasFile: true, kind: 'ready', isError: true }), ''],
    )
  })
})

describe('the declarations of the installed client', () => {
  const check = async (source: string) => {
    await writeFile(installed('../program.ts'), source)
    const settings = {
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        module: 'nodenext',
        lib: ['es2023', 'dom'],
        types: [],
        noEmit: true,
      },
      files: ['program.ts'],
    }
    await writeFile(installed('../tsconfig.json'), JSON.stringify(settings))
    return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])
  }

  it('type each call, without the server and its libraries', async () => {
    const { code, stdout } = await check(`
      import { createClient, type QuireError } from 'quire-client'
      import { eachItem } from 'quire-client/paging'
      import { followChanges } from 'quire-client/changes'
      import { uploadFile } from 'quire-client/uploads'
      import { verifyWebhook, type WebhookEvent } from 'quire-client/webhooks'
      import type { CommentThread, Output, Page } from 'quire-client'
      const quire = createClient({ baseUrl: '', apiKey: '' })
      export const titleOf = ({ title }: Page): string => title
      export const first = ({ comments }: CommentThread): Output<'comments', 'list'>['threads'][number]['comments'][number] | undefined => comments[0]
      export function told(event: WebhookEvent): string {
        // @ts-expect-error not every event is about a page
        event.data.page.title
        // @ts-expect-error there is no such type
        if (event.type === 'page.painted') return ''
        if (event.type === 'member.joined') return event.data.member.firstName
        return event.type === 'page.updated' ? event.data.page.title + event.data.changed.join() : event.workspaceId
      }
      export async function use(workspaceId: string): Promise<string[]> {
        const { pageId } = await quire.pages.create({ workspaceId, title: 'A', ownership: 'SKILL' })
        const titles: string[] = []
        for await (const { title } of eachItem(quire.pages.list, { workspaceId }, 'pages')) titles.push(title)
        // @ts-expect-error titel is no field
        await quire.pages.create({ workspaceId, titel: 'A' })
        // @ts-expect-error the title is text
        await quire.pages.create({ workspaceId, title: 1 })
        const { nextOffset } = await quire.pages.get({ workspaceId, page: pageId })
        const next: number | null = nextOffset
        return [...titles, String(next)]
      }
      export type Used = [QuireError, typeof followChanges, typeof uploadFile, typeof verifyWebhook]
    `)
    assert.deepEqual([code, stdout], [0, ''])
  })
})

describe('the installed Markdown engine', () => {
  it('reads, edits and writes Markdown', async () => {
    const engine = installed('quire-markdown')
    // SAFETY: the manifest that the package writes.
    const { dependencies } = JSON.parse(await readFile(join(engine, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    assert.deepEqual(
      Object.entries(dependencies).filter(([, version]) => !/^\d/.test(version)),
      [],
    )
    for (const name of Object.keys(dependencies)) {
      await mkdir(dirname(join(engine, 'node_modules', name)), { recursive: true })
      await symlink(join(root, 'node_modules', name), join(engine, 'node_modules', name))
    }
    await writeFile(
      installed('../markdown.mjs'),
      `import { editDocument, parseMarkdown, renderHtml, writeMarkdown } from 'quire-markdown'
       import { checkDocument } from 'quire-markdown/document'
       const { document } = parseMarkdown('# A\\n\\n- [ ] one\\n')
       const edited = editDocument(document, { mode: 'append', text: '- [x] two' })
       console.log(JSON.stringify([writeMarkdown(edited.document), renderHtml(document).includes('<h1'), checkDocument(document).ok]))`,
    )
    const { stdout, stderr } = await run(process.execPath, ['markdown.mjs'])
    assert.deepEqual(
      [stdout.trim(), stderr],
      [JSON.stringify(['# A\n\n- [ ] one\n- [x] two\n', true, true]), ''],
    )
  })
})
