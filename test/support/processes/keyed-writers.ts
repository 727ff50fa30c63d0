import { setTimeout as sleep } from 'node:timers/promises'
import type { First } from './cluster.ts'

/** Programs that write without a pause, each write with a key of its own, sent again until it is answered. */
export type KeyedWriters = {
  /** Title and id of each page whose creation was answered. */
  answered: Map<string, string>
  /** Answers that were none yet: how often each status and code came, `none` where there was no answer. */
  refusals: Map<string, number>
  /** Answers that were those of an earlier try. */
  replayed: () => number
  /** Longest time from the first try of a write to its answer. */
  maxMs: () => number
  /** Lets each finish what it has begun. */
  stop: () => Promise<void>
}

/** Each try goes to the next of the nodes. */
export function startKeyedWriters(
  addresses: readonly string[],
  { key, workspaceId }: First,
  writers: number,
): KeyedWriters {
  const answered = new Map<string, string>()
  const refusals = new Map<string, number>()
  let replayed = 0
  let maxMs = 0
  let tries = 0
  const stopping = new AbortController()

  const send = async (title: string): Promise<string | undefined> => {
    const response = await fetch(`${addresses[(tries += 1) % addresses.length]}/v1/pages/create`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': title,
      },
      body: JSON.stringify({ workspaceId, title, markdown: 'Text.' }),
    }).catch(() => undefined)
    const body = (await response?.json().catch(() => undefined)) as
      | { pageId?: string; code?: string }
      | undefined
    if (response?.status === 200) {
      if (response.headers.has('idempotency-replayed')) replayed += 1
      return body?.pageId
    }
    const name = response === undefined ? 'none' : `${response.status} ${body?.code}`
    refusals.set(name, (refusals.get(name) ?? 0) + 1)
    await sleep(100)
    return undefined
  }
  const write = async (writer: number) => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const title = `Page ${writer}.${count}`
      const start = performance.now()
      let pageId: string | undefined
      while (pageId === undefined) pageId = await send(title)
      answered.set(title, pageId)
      maxMs = Math.max(maxMs, performance.now() - start)
    }
  }
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    answered,
    refusals,
    replayed: () => replayed,
    maxMs: () => maxMs,
    stop: async () => {
      stopping.abort()
      await all
    },
  }
}
