import type { Command } from 'commander'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { findAuthor } from '../../domain/transfer/import/author.ts'
import { importFolder } from '../../domain/transfer/import/import.ts'
import type { ImportReport } from '../../domain/transfer/import/report.ts'
import { type CommandOptions, runs } from '../command.ts'
import { amount, listing } from '../listing.ts'
import { operator } from '../operator.ts'
import { startProgress } from '../progress.ts'

type Options = CommandOptions & {
  workspace: string
  parent?: string
  as?: string
  allFiles?: true
}

export function addImportCommand(program: Command): void {
  const command = program
    .command('import <folder>')
    .description('import a folder of Markdown files as a page tree')
    .requiredOption('--workspace <workspace>', 'slug or ID of the workspace')
    .option('--parent <page>', 'ID of the parent page; default: the top level')
    .option('--all-files', 'also import files that no page links to')
    .option('--as <email>', 'author of the pages; default: the first owner')

  runs<[string], Options>(command, async ({ store, contextFor }, options, folder) => {
    const workspace = await requireWorkspace(store, options.workspace)
    const author = await findAuthor(store, workspace, options.as)
    const context = contextFor(operator(author.id))
    const started = performance.now()
    const progress = startProgress('Importing', options, 'pages')
    const input = {
      folder,
      workspaceId: workspace.id,
      parentId: options.parent?.toLowerCase() ?? null,
      allFiles: options.allFiles === true,
    }
    const report = await importFolder(context, input, progress.update).finally(progress.end)
    const seconds = Math.round(performance.now() - started) / 1000
    return {
      text: describe(report, workspace.slug, seconds),
      json: { workspaceId: workspace.id, parentId: input.parentId, ...report, seconds },
    }
  })
}

function describe(report: ImportReport, slug: string, seconds: number): string {
  const { pages, files, links, skipped, brokenLinks, leftOut, hidden, unknownFields } = report
  const fields = Object.entries(unknownFields)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name}  on ${amount(count, 'page')}`)
  return [
    `Imported ${amount(pages, 'page')} and ${amount(files, 'file')} into ${slug} in ${seconds.toFixed(1)} s; ${amount(links, 'link')} followed.`,
    ...listing(
      'Skipped',
      skipped.map(({ path, reason }) => `${path}  ${reason}`),
    ),
    ...listing(
      'Broken links, left unchanged',
      brokenLinks.map(({ path, url, reason }) => `${path} → ${url}  ${reason}`),
    ),
    ...listing('Ignored front matter', fields),
    ...listing('Files that no page links to, skipped', leftOut),
    ...(hidden > 0
      ? ['', `Names that start with a dot, skipped: ${hidden.toLocaleString('en')}`]
      : []),
  ].join('\n')
}
