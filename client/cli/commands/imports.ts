import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationTypes } from '../../operations.ts'
import { uploadFile } from '../../uploads.ts'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, misuse } from '../exit-codes.ts'
import { findPageId, repeatable } from '../session.ts'
import { amount, printable, printableLines, row } from '../text.ts'
import { openSource } from './import-source.ts'

const pollMs = 400
/** Lines of the preview that a person gets without asking for JSON. */
const maxLines = 200

type Address = { workspaceId: string; importId: string }
type Client = Session['client']
type Import = Awaited<ReturnType<Client['imports']['get']>>
type Preview = NonNullable<Awaited<ReturnType<Client['imports']['preview']>>['preview']>
type Kind = OperationTypes['imports']['create']['input']['kind']

/** Throws FILE_UNREADABLE, PAGE_NOT_FOUND, IMPORT_FAILED, IMPORT_PAUSED, or MISUSED without a person to ask. */
export async function importPages(session: Session, given: Given): Promise<Report> {
  const { client, terminal } = session
  const [path = ''] = given.words
  const asks = !given.has('yes') && !given.has('dry-run')
  if (asks && terminal.confirm === undefined)
    throw misuse('Add --yes, or --dry-run to see a preview.')
  const source = await openSource(terminal, path)
  const parent = given.text('parent')
  const parentId = parent === undefined ? null : await findPageId(session, parent)
  const workspaceId = await session.workspaceId()
  const { signal } = terminal
  const fileId = await uploadFile(session.options, { workspaceId, ...source, signal })
  // SAFETY: the table of commands has the choices.
  const kind = given.text('kind') as Kind
  const created = await client.imports.create(
    {
      workspaceId,
      fileId,
      parentId,
      ...(kind === undefined ? {} : { kind }),
      allFiles: given.has('all-files'),
      updates: !given.has('copy'),
    },
    repeatable(),
  )
  const address = { workspaceId, importId: created.id }
  const read = await untilIn(session, address, ['ready'])
  const { preview } = await client.imports.preview(address, repeatable())
  if (preview === null) throw failed(read)
  if (given.has('dry-run')) {
    await client.imports.cancel(address, repeatable())
    return { text: describePreview(preview), json: { ...read, state: 'cancelled', preview } }
  }
  if (asks) await confirm(session, address, preview)
  await client.imports.start(address, repeatable())
  const done = await untilIn(session, address, ['done'])
  const report = await client.imports.report(address, repeatable())
  const { markdown, ...found } = report
  return { text: describeDone(done, markdown), json: { ...done, ...found } }
}

async function confirm(session: Session, address: Address, preview: Preview): Promise<void> {
  const { terminal, client } = session
  terminal.warn(`${describePreview(preview)}\n`)
  const isWanted = await terminal.confirm?.(`Import ${amount(preview.pages, 'page')}?`)
  if (isWanted === true) return
  await client.imports.cancel(address, repeatable())
  throw new CommandError('Nothing was imported.', 'CANCELLED')
}

/** Polls until the import has one of the states. Throws IMPORT_FAILED or IMPORT_PAUSED. */
async function untilIn(
  { client, terminal }: Session,
  address: Address,
  states: readonly string[],
): Promise<Import> {
  let shown = -1
  for (;;) {
    const found = await client.imports.get(address, repeatable())
    if (states.includes(found.state)) return found
    if (found.state === 'paused') throw paused(found)
    if (found.state === 'failed' || found.state === 'cancelled') throw failed(found)
    if (terminal.isScreen && found.state === 'running' && found.done !== shown) {
      shown = found.done
      terminal.warn(`${found.done} of ${amount(found.total, 'page')}\n`)
    }
    await sleep(pollMs, undefined, { signal: terminal.signal })
  }
}

function paused({ id, done, total }: Pick<Import, 'id' | 'done' | 'total'>): CommandError {
  const progress = `${done} of ${amount(total, 'page')} imported`
  const message = `The import was paused, with ${progress}. Resume it in Settings → Import and export, or call /v1/imports/resume with the ID ${id}.`
  return new CommandError(message, 'IMPORT_PAUSED')
}

function failed({ state, error, id }: Pick<Import, 'state' | 'error' | 'id'>): CommandError {
  const reason = error ?? `The import ${id} is ${state}.`
  return new CommandError(printable(reason), 'IMPORT_FAILED')
}

function describePreview({ tree, problems, losses, warnings, ...counts }: Preview): string {
  const lines = [
    `${amount(counts.pages, 'page')}, of which ${counts.updates} ${counts.updates === 1 ? 'updates an existing page' : 'update existing pages'}; ${amount(counts.links, 'link')}, and ${counts.brokenLinks} that stay as they are`,
    ...tree
      .slice(0, maxLines)
      .map(({ title, depth, action, path }) => row(`${'  '.repeat(depth)}${title}`, action, path)),
    ...(tree.length > maxLines ? [`… and ${counts.pages - maxLines} more`] : []),
    ...warnings.map(printable),
    ...problems.slice(0, maxLines).map(({ path, reason }) => printable(`${path} ${reason}`)),
    ...losses
      .slice(0, maxLines)
      .map(({ path, kind, count, outcome }) => printable(`${path} ${kind}: ${count} ${outcome}`)),
  ]
  return lines.join('\n')
}

function describeDone({ id, runId }: Import, markdown: string): string {
  return [row('import', id), row('run', runId ?? ''), printableLines(markdown)].join('\n')
}
