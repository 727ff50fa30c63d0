import { setTimeout as sleep } from 'node:timers/promises'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, misuse } from '../exit-codes.ts'
import { findPageId, findWorkspace, repeatable } from '../session.ts'
import { amount, printable, row } from '../text.ts'

const pollMs = 400

type Transfer = Awaited<ReturnType<Session['client']['transfers']['get']>>

/** Copies a page within the workspace or to another one. Throws MISUSED, PAGE_NOT_FOUND, TRANSFER_FAILED. */
export async function copyPage(session: Session, given: Given): Promise<Report> {
  const [page = ''] = given.words
  const to = given.text('to-workspace')
  if (to !== undefined) return transferPage(session, given, { kind: 'copy', to })
  const parent = given.text('parent')
  const pageId = await findPageId(session, page)
  const workspaceId = await session.workspaceId()
  const includeSubpages = !given.has('alone')
  const below = parent === undefined ? {} : { parentId: await findParent(session, parent) }
  const copy = { workspaceId, pageId, includeSubpages, ...below }
  const result = await session.client.copies.create(copy, repeatable())
  const { pageId: copyId, pages, left } = result
  return { text: report(copyId, `Copied ${amount(pages, 'page')}.`, left), json: result }
}

/** Copies or moves a page to another workspace, and waits for the end. Throws PAGE_NOT_FOUND or TRANSFER_FAILED. */
export async function transferPage(
  session: Session,
  given: Given,
  { kind, to }: { kind: 'copy' | 'move'; to: string },
): Promise<Report> {
  const { client } = session
  const [page = ''] = given.words
  if (given.text('after') !== undefined)
    throw misuse('--after is for a move within the workspace. Leave it out.')
  const pageId = await findPageId(session, page)
  const workspaceId = await session.workspaceId()
  const targetWorkspaceId = await findWorkspace(client, to)
  const parent = given.text('parent')
  const inTarget = { ...session, workspaceId: async () => targetWorkspaceId }
  const targetParentId = parent === undefined ? null : await findParent(inTarget, parent)
  const includeSubpages = !given.has('alone')
  const created = await client.transfers.create(
    { workspaceId, pageId, kind, targetWorkspaceId, targetParentId, includeSubpages },
    repeatable(),
  )
  const ended = await untilEnded(session, { workspaceId, transferId: created.id })
  const verb = kind === 'move' ? 'Moved' : 'Copied'
  const done = `${verb} ${amount(ended.total, 'page')}.`
  return { text: report(ended.copyId, done, ended.leftBehind), json: ended }
}

function report(copyId: string, done: string, left: number): string {
  return row(copyId, done, ...(left > 0 ? [`Left out ${amount(left, 'page')}.`] : []))
}

function findParent(session: Session, parent: string): Promise<string | null> {
  return parent === '/' ? Promise.resolve(null) : findPageId(session, parent)
}

/** Throws TRANSFER_FAILED. */
async function untilEnded(
  { client, terminal }: Session,
  address: { workspaceId: string; transferId: string },
): Promise<Transfer> {
  let shown = -1
  for (;;) {
    const found = await client.transfers.get(address, repeatable())
    if (found.state === 'done') return found
    if (found.state === 'failed' || found.state === 'cancelled') {
      const reason = found.error ?? `The transfer ${found.id} was cancelled.`
      throw new CommandError(printable(reason), 'TRANSFER_FAILED')
    }
    if (terminal.isScreen && found.done !== shown) {
      shown = found.done
      terminal.warn(`${found.done} of ${amount(found.total, 'page')}\n`)
    }
    await sleep(pollMs, undefined, { signal: terminal.signal })
  }
}
