import type { Dispatcher } from 'undici'
import { failureText } from '../../lib/failures/failures.ts'
import { postJson } from '../../lib/network/post-json.ts'
import { type Embedded, type Embedder, readVectors, refused, type TextKind } from './embedder.ts'

/** An endpoint that speaks as OpenAI's does: `POST {baseUrl}/embeddings`. */
export type HttpModel = {
  baseUrl: string
  model: string
  apiKey: string | undefined
  /** Asked for only when set: few models can make their vectors shorter. */
  askedDimensions: number | undefined
  /** What the vectors of this model have; undefined until the first came back. */
  dimensions: number | undefined
  prefixes: Record<TextKind, string>
  /** The way out to it. */
  dispatcher: Dispatcher
}

/** A vector of 4096 numbers takes about 90 kB as JSON. */
const largestVector = 128 * 1024

export function httpEmbedder(model: HttpModel): Embedder {
  const { apiKey, askedDimensions: dimensions } = model
  const url = `${model.baseUrl}/embeddings`
  const headers: Record<string, string> = {}
  if (apiKey !== undefined) headers['authorization'] = `Bearer ${apiKey}`
  const size = dimensions === undefined ? {} : { [dimensionsField(model.baseUrl)]: dimensions }

  const embed: Embedder['embed'] = async (texts, kind, { timeout, signal }) => {
    const input = texts.map((text) => model.prefixes[kind] + text)
    const result = await postJson(model.dispatcher, {
      url,
      headers,
      body: { model: model.model, input, ...size },
      timeout,
      maxStoredAnswerBytes: largestVector * (texts.length + 1),
      signal,
    })
    if (result.ok) return readAnswer(result.body, texts.length, model.dimensions)
    // Some providers repeat a wrong key in their answer.
    const reason = apiKey === undefined ? result.reason : result.reason.replaceAll(apiKey, '***')
    return refused(reason, faultOf(result.status), result.retryAfter)
  }
  return { embed, close: async () => undefined }
}

function readAnswer(body: unknown, count: number, dimensions: number | undefined): Embedded {
  const items = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (!Array.isArray(items)) return refused(failureText('answerWithoutData'))
  const found = Array.from({ length: items.length }, (): unknown => undefined)
  for (const [fallback, item] of items.entries()) {
    if (typeof item !== 'object' || item === null || !('embedding' in item)) continue
    const index = 'index' in item && typeof item.index === 'number' ? item.index : fallback
    if (index in found) found[index] = item.embedding
  }
  const vectors = readVectors(found, { count, dimensions })
  if (typeof vectors !== 'string') return { ok: true, vectors }
  return refused(failureText('answerUnusable', { detail: vectors }))
}

function faultOf(status: number | undefined): 'later' | 'text' | 'never' {
  if (status === 400 || status === 413 || status === 422) return 'text'
  // Too many requests, a timeout, and whatever is the server's own fault pass.
  if (status === undefined || status === 408 || status === 429 || status >= 500) return 'later'
  return 'never'
}

/** The same wish has another name at two of the providers. */
function dimensionsField(baseUrl: string): string {
  const host = URL.parse(baseUrl)?.hostname ?? ''
  return /(?:^|\.)(?:voyageai\.com|mistral\.ai)$/.test(host) ? 'output_dimension' : 'dimensions'
}
