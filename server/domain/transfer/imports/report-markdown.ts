import { countsOf, type StoredReport } from './stored-report.ts'

/** Entries of a list on the page of the report. */
const maxShown = 500

/** The report of an import as Markdown, with up to `limit` entries in each list. */
export function reportMarkdown(stored: StoredReport, limit = Number.POSITIVE_INFINITY): string {
  const { report, more, losses, warnings } = stored
  const { pages, files, links, blocks, skipped } = countsOf(stored)
  const rows = [
    ['Pages created', pages.created],
    ['Pages updated', pages.updated],
    ['Pages without a change', pages.unchanged],
    ['Files', files],
    ['Links to pages and files', links.resolved],
    ['Links left unchanged', links.unresolved],
    ['Blocks kept', blocks.retained],
    ['Blocks in another form', blocks.changed],
    ['Blocks lost', blocks.lost],
    ['Not imported, or only in part', skipped],
  ]
  const list = (title: string, entries: readonly string[], beyond = 0) =>
    listOf(title, entries, { beyond, limit })
  return [
    '| | |',
    '|---|---|',
    ...rows.map(([name, count]) => `| ${name} | ${count} |`),
    '',
    ...list('Notes', warnings),
    ...list(
      'Not imported, or only in part',
      report.skipped.map(({ path, reason }) => `${code(path)} ${plain(reason)}`),
      more.skipped,
    ),
    ...list(
      'Changed or lost',
      losses.map(
        ({ path, kind, outcome, count }) => `${code(path)} ${plain(kind)}: ${count} ${outcome}`,
      ),
    ),
    ...list(
      'Links left unchanged',
      report.brokenLinks.map(
        ({ path, url, reason }) => `${code(path)} ${code(url)} ${plain(reason)}`,
      ),
      more.brokenLinks,
    ),
    ...list('Files that no page links to', report.leftOut.map(code), more.leftOut),
    ...list(
      'Ignored front matter',
      Object.entries(report.unknownFields).map(
        ([name, count]) => `${code(name)} on ${count} pages`,
      ),
    ),
  ].join('\n')
}

/** For the page of the report. */
export function reportPageMarkdown(stored: StoredReport): string {
  return reportMarkdown(stored, maxShown)
}

function listOf(
  title: string,
  entries: readonly string[],
  { beyond, limit }: { beyond: number; limit: number },
): string[] {
  if (entries.length === 0) return []
  const hidden = beyond + Math.max(0, entries.length - limit)
  return [
    `## ${title}`,
    '',
    ...entries.slice(0, limit).map((entry) => `- ${entry}`),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
    '',
  ]
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``
}

/** Reasons can quote the source. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/([\\`*_[\]<>|~$])/g, String.raw`\$1`)
}
