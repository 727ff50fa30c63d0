import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { listFiles } from './tarball.ts'

export const root = fileURLToPath(new URL('../', import.meta.url))
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** Compiles a project to JavaScript in a folder. */
export async function compile(project: string, outDir: string): Promise<void> {
  const words = [compiler, '--project', project, '--outDir', outDir]
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`tsc failed:\n${output}`)
  await renameWorkers(outDir)
}

/** tsc renames what is imported. Threads are started by address. */
const address = /(new URL\('[^']+)\.ts(', import\.meta\.url\))/g
const sourceName = /['"][\w./-]+\.tsx?['"]/

async function renameWorkers(folder: string): Promise<void> {
  for (const name of await listFiles(folder)) {
    if (!name.endsWith('.js')) continue
    const path = join(folder, name)
    const source = await readFile(path, 'utf8')
    const renamed = source.replaceAll(address, '$1.js$2')
    const left = sourceName.exec(renamed)?.[0]
    if (left !== undefined)
      throw new Error(`${name} names a source that is not in the package: ${left}`)
    if (renamed !== source) await writeFile(path, renamed)
  }
}
