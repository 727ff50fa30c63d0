import assert from 'node:assert/strict'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import manifest from '../../../package.json' with { type: 'json' }
import { root } from '../../../packages/compile.ts'
import { packAll } from '../../../packages/main.ts'
import { listFiles } from '../../../packages/tarball.ts'
import {
  type Installation,
  openInstallation,
  startInstalled,
} from '../../support/processes/packages.ts'

const maxInstalledBytes = 130_000_000

describe('npm install of the tarballs into an empty folder, without a network', () => {
  let installation: Installation
  const installed = (...names: string[]) => installation.installed(...names)
  const run: Installation['run'] = (...command) => installation.run(...command)

  before(async () => {
    installation = await openInstallation()
    const { server, client, command } = installation.packed
    const { code, stderr } = await run('npm', ['install', '--offline', server, client, command])
    assert.equal(code, 0, stderr)
  })
  after(() => installation.close())

  it('takes at most 130 MB, and leaves nothing that npm would change later', async (t) => {
    let bytes = 0
    for (const name of await listFiles(installed()))
      bytes += (await stat(installed(name))).blocks * 512
    t.diagnostic(`${(bytes / 1e6).toFixed(1)} MB installed`)
    assert.ok(bytes < maxInstalledBytes, `${bytes} bytes`)
    const listed = await run('npm', ['ls', '--omit=optional'])
    assert.deepEqual([listed.code, listed.stderr], [0, ''])
    const again = await run('npm', ['install', '--offline'])
    assert.match(again.stdout, /up to date/)
  })

  it('links the two commands, which start', async () => {
    const settings = { PORT: '0', QUIRE_DATA: join(installation.work, 'data') }
    const program = installed('.bin/quire-server')
    const server = await startInstalled(installation.start(program, ['serve'], settings))
    assert.equal((await fetch(`${server.address}/readyz`)).status, 200)
    await server.stop()
    const version = await run(installed('.bin/quire'), ['--version'])
    assert.equal(version.stdout, `${manifest.version}\n`)
  })

  it('comes from tarballs that are the same bytes each time', async () => {
    const { packed, work } = installation
    const again = await packAll(join(work, 'again'))
    for (const name of ['server', 'client', 'command', 'markdown'] as const) {
      assert.ok((await readFile(again[name])).equals(await readFile(packed[name])), name)
    }
  })

  it('has types that accept every input which the checkout infers, and have every output', async () => {
    const declared = installed('quire-client/operations.js')
    const inferred = join(root, 'client/operations.ts')
    const path = join(root, 'node_modules/.cache', `quire-types-${process.pid}`)
    await mkdir(path, { recursive: true })
    try {
      await writeFile(join(path, 'same.ts'), comparison(declared, inferred))
      const compilerOptions = {
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
      }
      const settings = {
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions,
        files: ['same.ts'],
      }
      await writeFile(join(path, 'tsconfig.json'), JSON.stringify(settings))
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      const { code, stdout } = await run(process.execPath, [compiler, '-p', path])
      assert.deepEqual([stdout, code], ['', 0])
    } finally {
      await rm(path, { recursive: true, force: true })
    }
  })
})

/** tsc names the operations that differ: they are the missing keys of the record. */
function comparison(declared: string, inferred: string): string {
  return `import type { OperationTypes as Declared } from ${JSON.stringify(declared)}
    import type { OperationTypes as Inferred } from ${JSON.stringify(inferred)}
    type Part = { input: unknown; output: unknown }
    type Name<N, O, P extends string> = \`\${N & string}.\${O & string}.\${P}\`
    type Compare<A, B, N, O> = A extends Part
      ? B extends Part
        ?
            | ([A['input']] extends [B['input']] ? never : Name<N, O, 'input'>)
            | ([keyof A['output']] extends [keyof B['output']] ? never : Name<N, O, 'output'>)
        : Name<N, O, 'missing'>
      : Name<N, O, 'missing'>
    type Different = {
      [N in keyof Inferred]: {
        [O in keyof Inferred[N]]: N extends keyof Declared
          ? O extends keyof Declared[N]
            ? Compare<Inferred[N][O], Declared[N][O], N, O>
            : Name<N, O, 'missing'>
          : Name<N, O, 'missing'>
      }[keyof Inferred[N]]
    }[keyof Inferred]
    export const different: Record<Different, 1> = {}`
}
