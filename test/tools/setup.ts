import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linkTestCache } from './caches.ts'
import manifest from './package.json' with { type: 'json' }

const folder = fileURLToPath(new URL('.', import.meta.url))
const installed = join(folder, 'node_modules')
/** Files in `test/` and below find packages here. */
const visible = join(folder, '../node_modules')
const marker = join(visible, '.lock')

/**
 * Installs the packages that only tests use, unless the versions of the lock file are there. Tests see those that
 * package.json names and not what these depend on, such as another React: that one is for its dependents alone.
 */
export async function setUpTools(): Promise<void> {
  await linkTestCache()
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8')
  if ((await readFile(marker, 'utf8').catch(() => '')) === lock) return
  process.stdout.write('Installing the tools for tests.\n')
  await rm(visible, { recursive: true, force: true })
  await install()
  for (const name of Object.keys(manifest.dependencies)) await link(name)
  await writeFile(marker, lock)
}

async function install(): Promise<void> {
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = await once(npm, 'exit')
  if (code !== 0) throw new TypeError('npm ci in test/tools failed. Run npm run test:setup again.')
}

async function link(name: string): Promise<void> {
  const path = join(visible, name)
  await mkdir(dirname(path), { recursive: true })
  await symlink(relative(dirname(path), join(installed, name)), path, 'junction')
}

if (import.meta.main) await setUpTools()
