import { Option } from 'commander'
import { noteAudit, operatorActor } from '../../domain/administration/audit.ts'
import { requireMember } from '../../domain/people/access.ts'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import type { ExportReport } from '../../domain/transfer/export/report.ts'
import { findMember } from '../../domain/transfer/import/author.ts'
import { type DownloadFormat, downloadFormats } from '../../lib/vocabulary.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { amount, bytes, listing } from '../listing.ts'
import { operator } from '../operator.ts'
import { startProgress } from '../progress.ts'

type Options = CommandOptions & { workspace: string; as?: string; format: DownloadFormat }

export function addExportCommand(program: OperatorCommand): void {
  const command = program
    .command('export <folder>')
    .description('export the pages of a workspace to a folder of Markdown files, or as a website')
    .requiredOption('--workspace <workspace>', 'slug or ID of the workspace')
    .option('--as <email>', 'export what this member can read; default: everything')
    .addOption(
      new Option('--format <format>', 'Markdown files, or a website')
        .choices(downloadFormats)
        .default('markdown'),
    )

  runs<[string], Options>(command, async ({ store, contextFor }, options, folder) => {
    const workspace = await requireWorkspace(store, options.workspace)
    const { id: workspaceId, slug } = workspace
    const { as } = options
    const memberId = as === undefined ? undefined : (await findMember(store, workspace, as)).id
    const context = contextFor(operator(memberId))
    const viewer =
      memberId === undefined ? undefined : await requireMember(context, workspaceId, 'read')
    const { exportAs } = await import('../../domain/transfer/export/export-as.ts')
    const started = performance.now()
    const progress = startProgress(command.session, 'Exporting', options, 'pages')
    const report = await exportAs(
      options.format,
      context,
      { folder, workspaceId, viewer },
      progress.update,
    ).finally(progress.end)
    const details = { pages: report.pages, files: report.files }
    await noteAudit(store, operatorActor, {
      action: 'workspace.export',
      workspaceId,
      subject: workspaceId,
      details,
    })
    const seconds = Math.round(performance.now() - started) / 1000
    return {
      text: describe(report, slug, folder, seconds),
      json: { workspaceId, folder, ...report, seconds },
    }
  })
}

function describe(report: ExportReport, slug: string, folder: string, seconds: number): string {
  const { pages, files, missing, unreachable, leftOut } = report
  const lost = missing.map(({ id, name }) => `${name}  ${id}`)
  const loose = unreachable.map(({ id, title }) => `${title}  ${id}`)
  return [
    `Exported ${amount(pages, 'page')} and ${amount(files, 'file')} (${bytes(report.bytes)}) of ${slug} to ${folder} in ${seconds.toFixed(1)} s.`,
    ...listing('Files with missing contents', lost),
    ...listing('Pages without a parent, skipped (run `quire check` for details)', loose),
    ...(leftOut > 0
      ? ['', `Files that belong to no page, skipped: ${leftOut.toLocaleString('en')}`]
      : []),
  ].join('\n')
}
