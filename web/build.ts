import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { build } from 'vite'
import { publish } from './publish.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Builds the web app beside the one that is there, and puts it in its place when it is whole. */
export async function buildWeb(vite: { build: typeof build }): Promise<void> {
  const fresh = await mkdtemp(join(here, '.build-'))
  try {
    await buildInto(vite, fresh)
    await publish(fresh, join(here, 'dist'))
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Builds the web app into a folder, without what earlier builds had. */
export async function buildInto(vite: { build: typeof build }, folder: string): Promise<void> {
  await vite.build({
    configFile: join(here, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder },
  })
}

if (import.meta.main) await buildWeb(await import('vite'))
