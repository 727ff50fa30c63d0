import assert from 'node:assert/strict'
import { makeMarkdown } from '../support/texts.ts'
import { documentOf } from './page-edits.ts'
import type { PageAtServer } from './typists.ts'

/** Words that stand once each, to be replaced. */
export const markers = Array.from({ length: 60 }, (_, index) => `marker${index + 100}`)
const bytes = 50_000
const body = makeMarkdown(0, bytes - markers.join(' ').length)
export const largeMarkdown = `${body}\n${markers.join(' ')}\n`

type Server = Omit<PageAtServer, 'pageId' | 'version'>

export async function callServer(
  { port, key, workspaceId }: Pick<Server, 'port' | 'key' | 'workspaceId'>,
  path: string,
  input: object,
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ workspaceId, ...input }),
  })
  const read: unknown = await answer.json()
  assert.equal(answer.status, 200, `${path} answered ${JSON.stringify(read)}`)
  return read
}

/** A new page of 50 KB. */
export async function largePage(server: Server): Promise<PageAtServer> {
  const input = { title: 'Large', markdown: largeMarkdown }
  const { pageId } = Object(await callServer(server, '/v1/pages/create', input))
  return { ...server, pageId: String(pageId), version: 1 }
}

/** Positions in different paragraphs, as far as there are. */
export function positionsIn(count: number): number[] {
  const starts: number[] = []
  documentOf(largeMarkdown).forEach((block, start) => {
    if (block.type.name === 'paragraph' && block.content.size > 20) starts.push(start + 3)
  })
  return Array.from({ length: count }, (_, index) => {
    const position = starts[Math.floor((index / count) * starts.length)]
    assert(position !== undefined)
    return position
  })
}
