import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { loadedCatalogues, type English } from './catalogue.ts'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Every catalogue of the web app and the server: their modules are loaded to know them. */
export async function readEnglish(): Promise<ReadonlyMap<string, English>> {
  const paths = globSync(['web/src/**/messages.ts', 'server/**/messages.ts'], { cwd: project })
  await Promise.all(paths.map((path) => import(pathToFileURL(join(project, path)).href)))
  return loadedCatalogues()
}
