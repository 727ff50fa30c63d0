import { Worker } from 'node:worker_threads'
import { failureText } from '../../lib/failures/failures.ts'
import { type Embedded, type Embedder, readVectors, refused, type TextKind } from './embedder.ts'
import type { LocalReply, LocalTask } from './local-worker.ts'

/** A model in a folder, run by `@huggingface/transformers` if that is installed. */
export type LocalModel = {
  /** Holds the folders of models. */
  modelsFolder: string
  model: string
  dimensions: number | undefined
  prefixes: Record<TextKind, string>
  pooling: 'mean' | 'cls'
}

type Waiting = (reply: LocalReply) => void

/** Runs the model in a thread of its own, which starts with the first text. */
export function localEmbedder(model: LocalModel): Embedder {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let nextId = 1

  const start = (): Worker => {
    const { modelsFolder, pooling } = model
    const started = new Worker(new URL('./local-worker.ts', import.meta.url), {
      workerData: { modelsFolder, model: model.model, pooling },
    })
    let end: string = failureText('modelEnded')
    started.on('message', (reply: LocalReply) => {
      waiting.get(reply.id)?.(reply)
      waiting.delete(reply.id)
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (error) => {
      end = error instanceof Error ? error.message : String(error)
    })
    started.on('exit', () => {
      worker = undefined
      for (const [id, resolve] of waiting) resolve({ id, vectors: [], fault: end })
      waiting.clear()
    })
    return started
  }

  const ask = (texts: string[]): Promise<LocalReply> => {
    worker ??= start()
    const asked = worker
    const id = nextId
    nextId += 1
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      asked.ref()
      const task: LocalTask = { id, texts }
      asked.postMessage(task)
    })
  }

  const embed: Embedder['embed'] = async (texts, kind, { timeout, signal }) => {
    const prefixed = texts.map((text) => model.prefixes[kind] + text)
    const reply = await within(ask(prefixed), timeout, signal)
    if (typeof reply === 'string') return refused(reply)
    if (reply.fault !== undefined) return refused(reply.fault)
    return check(reply.vectors, texts.length, model.dimensions)
  }
  return { embed, close: async () => void (await worker?.terminate()) }
}

function check(found: unknown[], count: number, dimensions: number | undefined): Embedded {
  const vectors = readVectors(found, { count, dimensions })
  return typeof vectors === 'string' ? refused(vectors) : { ok: true, vectors }
}

function within<Value>(
  promise: Promise<Value>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Value | string> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve(failureText('requestTimeout', { seconds: timeout / 1000 })),
      timeout,
    )
    const stop = () => resolve(failureText('cancelled'))
    signal?.addEventListener('abort', stop, { once: true })
    void promise.then(resolve).finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    })
  })
}
