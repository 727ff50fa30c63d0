import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildClientPackages, buildMarkdownPackage } from './client-packages.ts'
import { root } from './compile.ts'
import { packageNames, version } from './manifests.ts'
import { buildServerPackage } from './server-package.ts'
import { writeTarball } from './tarball.ts'

export type Packed = Record<keyof typeof packageNames, string>

/** Builds all packages and writes their tarballs into a folder. Returns their paths. */
export async function packAll(folder: string): Promise<Packed> {
  // tsc finds the types of Node from here.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'quire-packages-'))
  const built = (name: keyof Packed) => join(work, 'packages', name)
  try {
    const client = { client: built('client'), command: built('command') }
    await buildClientPackages(join(work, 'client-stage'), client)
    await buildMarkdownPackage(join(work, 'markdown-stage'), built('markdown'))
    await buildServerPackage(built('server'))
    await mkdir(folder, { recursive: true })
    const packed = {
      server: tarballOf(folder, 'server'),
      client: tarballOf(folder, 'client'),
      command: tarballOf(folder, 'command'),
      markdown: tarballOf(folder, 'markdown'),
    }
    await writeTarball(built('server'), packed.server)
    await writeTarball(built('client'), packed.client)
    await writeTarball(built('command'), packed.command)
    await writeTarball(built('markdown'), packed.markdown)
    return packed
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function tarballOf(folder: string, name: keyof Packed): string {
  return join(folder, `${packageNames[name]}-${version}.tgz`)
}

if (import.meta.main) {
  const [folder = join(root, 'packages/dist')] = process.argv.slice(2).map((path) => resolve(path))
  for (const path of Object.values(await packAll(folder))) {
    const { size } = await stat(path)
    process.stdout.write(`${path} ${Math.ceil(size / 1000).toLocaleString('en')} kB\n`)
  }
}
