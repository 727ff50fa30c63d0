import { Option } from 'commander'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { findAuthor } from '../../domain/transfer/import/author.ts'
import type { SourceReport } from '../../domain/transfer/import/import-source.ts'
import { sourceKinds } from '../../domain/transfer/sources/source-files.ts'
import type { Loss, SourceKind } from '../../domain/transfer/sources/source-files.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { amount, listing } from '../listing.ts'
import { operator } from '../operator.ts'
import { startProgress } from '../progress.ts'

type Options = CommandOptions & {
  workspace: string
  parent?: string
  from?: SourceKind
  as?: string
  allFiles?: true
}

export function addImportCommand(program: OperatorCommand): void {
  const command = program
    .command('import <source>')
    .description('import a folder, zip archive or document as a page tree')
    .requiredOption('--workspace <workspace>', 'slug or ID of the workspace')
    .addOption(
      new Option('--from <kind>', 'what the source is; default: what its files say').choices(
        sourceKinds,
      ),
    )
    .option('--parent <page>', 'ID of the parent page; default: the top level')
    .option('--all-files', 'also import files that no page links to')
    .option('--as <email>', 'author of the pages; default: the first owner')

  runs<[string], Options>(command, async ({ store, contextFor }, options, source) => {
    const workspace = await requireWorkspace(store, options.workspace)
    const author = await findAuthor(store, workspace, options.as)
    const context = contextFor(operator(author.id))
    const { importSource } = await import('../../domain/transfer/import/import-source.ts')
    const started = performance.now()
    const progress = startProgress(command.session, 'Importing', options, 'pages')
    const input = {
      source,
      kind: options.from,
      workspaceId: workspace.id,
      parentId: options.parent?.toLowerCase() ?? null,
      allFiles: options.allFiles === true,
    }
    const report = await importSource(context, input, progress.update).finally(progress.end)
    const seconds = Math.round(performance.now() - started) / 1000
    return {
      text: describe(report, workspace.slug, seconds),
      json: { workspaceId: workspace.id, parentId: input.parentId, ...report, seconds },
    }
  })
}

const kindNames: Record<SourceKind, string> = {
  markdown: 'Markdown',
  obsidian: 'Obsidian',
  notion: 'Notion',
  confluence: 'Confluence',
  outline: 'Outline',
  evernote: 'Evernote',
  joplin: 'Joplin',
  logseq: 'Logseq',
  word: 'Word',
  html: 'HTML',
  csv: 'CSV',
}

function describe(report: SourceReport, slug: string, seconds: number): string {
  const { skipped, brokenLinks, literals, leftOut, hidden, unknownFields, losses, warnings } =
    report
  const fields = Object.entries(unknownFields)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name}  on ${amount(count, 'page')}`)
  return [
    summaryOf(report, slug, seconds),
    ...listing('Warnings', warnings),
    ...listing('Changed', lossesOf(losses, 'changed')),
    ...listing('Lost', lossesOf(losses, 'lost')),
    ...listing(
      'Skipped',
      skipped.map(({ path, reason }) => `${path}  ${reason}`),
    ),
    ...listing(
      'Broken links, left unchanged',
      brokenLinks.map(
        ({ path, line, url, reason }) =>
          `${line === undefined ? path : `${path}:${line}`} → ${url}  ${reason}`,
      ),
    ),
    ...listing(
      'Syntax that stays text',
      literals.map(({ path, line, text }) => `${path}${line === null ? '' : `:${line}`}  ${text}`),
    ),
    ...listing('Ignored front matter', fields),
    ...listing('Files that no page links to, skipped', leftOut),
    ...(hidden > 0
      ? ['', `Names that start with a dot, skipped: ${hidden.toLocaleString('en')}`]
      : []),
  ].join('\n')
}

function summaryOf(
  { pages, files, links, kind }: SourceReport,
  slug: string,
  seconds: number,
): string {
  const from = kind === 'markdown' ? '' : ` from ${kindNames[kind]}`
  return `Imported ${amount(pages, 'page')} and ${amount(files, 'file')}${from} into ${slug} in ${seconds.toFixed(1)} s; ${amount(links, 'link')} followed.`
}

/** Kinds with their number, and on which pages. */
function lossesOf(losses: readonly Loss[], outcome: Loss['outcome']): string[] {
  return losses
    .filter((loss) => loss.outcome === outcome)
    .map(({ path, kind, count }) => `${path}  ${kind}${count > 1 ? ` × ${count}` : ''}`)
}
