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
    await vite.build({
      configFile: join(here, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh },
    })
    await publish(fresh, join(here, 'dist'))
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

if (import.meta.main) await buildWeb(await import('vite'))
