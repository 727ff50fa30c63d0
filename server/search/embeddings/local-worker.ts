import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

export type LocalTask = { id: number; texts: string[] }
export type LocalReply = { id: number; vectors: unknown[]; fault: string | undefined }

const packageName = '@huggingface/transformers'

// SAFETY: local-embedder.ts starts this thread with these values.
const settings = workerData as { modelsFolder: string; model: string; pooling: string }

type Extract = (
  texts: string[],
  options: { pooling: string; normalize: boolean },
) => Promise<{ tolist: () => unknown[] }>

/** The part of the package that is used here. */
type Transformers = {
  env: { allowRemoteModels: boolean; localModelPath: string }
  pipeline: (task: 'feature-extraction', model: string) => Promise<Extract>
}

let loading: Promise<Extract> | undefined

/** The package may be installed with Quire, or beside the models, where an update of Quire leaves it alone. */
async function findPackage(): Promise<Transformers> {
  for (const importer of [join(settings.modelsFolder, 'package.json'), import.meta.filename]) {
    let file: string
    try {
      file = createRequire(importer).resolve(packageName)
    } catch {
      continue
    }
    // SAFETY: the optional package has no types here; what it lacks shows when it is called, as a fault.
    return (await import(pathToFileURL(file).href)) as Transformers
  }
  return Promise.reject(
    `the package ${packageName} is not installed: run \`npm install --prefix ${settings.modelsFolder} ${packageName}\``,
  )
}

async function load(): Promise<Extract> {
  const { env, pipeline } = await findPackage()
  env.allowRemoteModels = false
  env.localModelPath = settings.modelsFolder
  return pipeline('feature-extraction', settings.model)
}

async function answer({ id, texts }: LocalTask): Promise<LocalReply> {
  try {
    loading ??= load()
    const extract = await loading
    const output = await extract(texts, { pooling: settings.pooling, normalize: true })
    return { id, vectors: output.tolist(), fault: undefined }
  } catch (error) {
    loading = undefined
    const fault = error instanceof Error ? error.message : String(error)
    return { id, vectors: [], fault }
  }
}

parentPort?.on('message', (task: LocalTask) => {
  void answer(task).then((reply) => parentPort?.postMessage(reply))
})
