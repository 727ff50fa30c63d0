import { countsOf, type StoredReport } from './stored-report.ts'

/** The report of an import as Markdown. */
export function reportMarkdown(stored: StoredReport): string {
  const { report, more, losses, warnings } = stored
  const { pages, files, links, blocks, literals, skipped } = countsOf(stored)
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
    ['Syntax that stays text', literals],
    ['Not imported, or only in part', skipped],
  ]
  return [
    '| | |',
    '|---|---|',
    ...rows.map(([name, count]) => `| ${name} | ${count} |`),
    '',
    ...listOf('Notes', warnings),
    ...listOf(
      'Not imported, or only in part',
      report.skipped.map(({ path, reason }) => `${code(path)} ${plain(reason)}`),
      more.skipped,
    ),
    ...listOf(
      'Changed or lost',
      losses.map(
        ({ path, kind, outcome, count }) => `${code(path)} ${plain(kind)}: ${count} ${outcome}`,
      ),
    ),
    ...listOf(
      'Links left unchanged',
      report.brokenLinks.map(
        ({ path, line, url, reason }) =>
          `${code(line === undefined ? path : `${path}:${line}`)} ${code(url)} ${plain(reason)}`,
      ),
      more.brokenLinks,
    ),
    ...listOf(
      'Syntax that stays text',
      report.literals.map(
        ({ path, line, text }) => `${code(line === null ? path : `${path}:${line}`)} ${code(text)}`,
      ),
      more.literals,
    ),
    ...listOf('Files that no page links to', report.leftOut.map(code), more.leftOut),
    ...listOf(
      'Ignored front matter',
      Object.entries(report.unknownFields).map(
        ([name, count]) => `${code(name)} on ${count} pages`,
      ),
    ),
  ].join('\n')
}

function listOf(title: string, entries: readonly string[], hidden = 0): string[] {
  if (entries.length === 0) return []
  return [
    `## ${title}`,
    '',
    ...entries.map((entry) => `- ${entry}`),
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
