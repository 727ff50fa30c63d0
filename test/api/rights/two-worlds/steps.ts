import type { Level } from '../../../../server/store/index.ts'
import { unknownId } from '../../../support/pages.ts'
import { onlyFor } from '../../../support/sections.ts'
import type { Answer, TestServer } from '../../../support/server.ts'
import type { Step } from './history.ts'

/** The pages and files in the section, or outside of it, and who changes them. */
export type Part = { quire: TestServer; pages: string[]; files: string[] }

/** Does a step where it is possible; what is not possible is refused in both worlds. Returns the last answer. */
export async function take(part: Part, step: Step, secret: Part): Promise<unknown> {
  const { quire, pages } = part
  const pageId = pages[numberOf(step) % pages.length] ?? ''
  const isFirst = pageId === pages[0]
  switch (step.do) {
    case 'create':
    case 'upload':
      return add(part, step, pageId)
    case 'write':
      return send(quire, '/v1/pages/update', { pageId, markdown: step.text })
    case 'rename':
      return send(quire, '/v1/pages/update', { pageId, title: step.text })
    case 'move': {
      // The first page is above all others, and stays where it is.
      const newParentId = pages[step.parent % pages.length]
      return isFirst ? null : send(quire, '/v1/pages/move', { pageId, newParentId })
    }
    case 'delete': {
      const deleted = await send(quire, '/v1/pages/delete', { pageId })
      return isFirst ? [deleted, await send(quire, '/v1/pages/restore', { pageId })] : deleted
    }
    case 'restore':
      return send(quire, '/v1/pages/restore', { pageId })
    case 'purge':
      return send(quire, '/v1/trash/purge', { pageId })
    case 'permit':
      return isFirst ? null : permit(part, pageId, { everyone: 'comment' })
    case 'comment':
      return send(quire, '/v1/comments/create', { pageId, markdown: step.text })
    case 'link':
      return send(quire, '/v1/pages/update', { pageId, markdown: linksOf(step, pageId, secret) })
    case 'visit':
      return send(quire, '/v1/recent/visit', { pageId })
  }
}

/** The same in the section, whose first page also moves: to any page outside of it. */
export async function takeHidden(secret: Part, step: Step, open: Part): Promise<void> {
  const { quire, pages } = secret
  const pageId = pages[numberOf(step) % pages.length] ?? ''
  if (step.do === 'permit') {
    await permit(secret, pageId, onlyFor({ [quire.userId]: 'manage' satisfies Level }))
  } else if (step.do === 'move' && pageId === pages[0]) {
    const newParentId = open.pages[step.parent % open.pages.length]
    await send(quire, '/v1/pages/move', { pageId, newParentId })
  } else await take(secret, step, secret)
}

function numberOf(step: Step): number {
  return step.do === 'create' ? step.parent : step.page
}

async function send(quire: TestServer, path: string, body: object): Promise<Answer<unknown>> {
  const { workspaceId } = quire
  const { status, body: answered } = await quire.post<unknown>(path, { workspaceId, ...body })
  return { status, body: answered, headers: {} }
}

async function add(
  { quire, pages, files }: Part,
  step: Extract<Step, { do: 'create' | 'upload' }>,
  pageId: string,
): Promise<unknown> {
  const isPage = step.do === 'create'
  const title = `${step.text.split(' ')[0] ?? ''} ${pages.length}`
  const contentBase64 = Buffer.from(step.text).toString('base64')
  const answer = isPage
    ? await send(quire, '/v1/pages/create', { parentId: pageId, title, markdown: step.text })
    : await send(quire, '/v1/page-files/upload-file', {
        pageId,
        fileName: 'note.txt',
        mimeType: 'text/plain',
        contentBase64,
      })
  const { pageId: added, fileId } = Object(answer.body)
  if (answer.status === 200) (isPage ? pages : files).push(String(isPage ? added : fileId))
  return answer
}

function permit({ quire }: Part, pageId: string, change: object): Promise<unknown> {
  return send(quire, '/v1/permissions/update', { pageId, ...change })
}

function linksOf(
  { target, text }: Extract<Step, { do: 'link' }>,
  pageId: string,
  { pages, files }: Part,
): string {
  const page = pages[target % pages.length] ?? unknownId
  const file = files[target % files.length] ?? unknownId
  return [
    `[${text}](/pages/${pageId})`,
    `[${text}](/pages/${page})`,
    `![${text}](/files/${file})`,
  ].join('\n\n')
}
