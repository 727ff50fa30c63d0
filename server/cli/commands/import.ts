import type { Command } from 'commander'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { findAuthor } from '../../domain/transfer/import/author.ts'
import { importFolder } from '../../domain/transfer/import/import.ts'
import type { ImportReport } from '../../domain/transfer/import/report.ts'
import { type CommandOptions, runs } from '../command.ts'
import { amount, listing } from '../listing.ts'
import { operator } from '../operator.ts'
import { startProgress } from '../progress.ts'

type Options = CommandOptions & { workspace: string; parent?: string; as?: string }

export function addImportCommand(program: Command): void {
  const command = program
    .command('import <folder>')
    .description('bring a folder of Markdown files in as a tree of pages')
    .requiredOption('--workspace <workspace>', 'slug or id of the workspace')
    .option('--parent <page>', 'id of the page to put them under; the top when left out')
    .option('--as <email>', 'who wrote them; the first owner when left out')

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
      'Not taken',
      skipped.map(({ path, reason }) => `${path}  ${reason}`),
    ),
    ...listing(
      'Links that lead nowhere, left as they are',
      brokenLinks.map(({ path, url, reason }) => `${path} → ${url}  ${reason}`),
    ),
    ...listing('Front matter that was not kept', fields),
    ...listing('Files that no page leads to, left out', leftOut),
    ...(hidden > 0
      ? ['', `Names that begin with a dot, left out: ${hidden.toLocaleString('en')}`]
      : []),
  ].join('\n')
}
