import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { type Counts, type Import, importsKey, type Report } from './import-queries.ts'
import { Lines, lossLine, problemLine } from './lines.tsx'
import { t } from './messages.ts'

type Props = { workspaceId: string; shown: Import }

/** Entries of a list; the downloaded report has the others. */
const maxListed = 500

/** Shows the numbers of an import, with the report in a dialog and as a file. */
export function ImportReport({ workspaceId, shown }: Props) {
  const { id: importId, name } = shown
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    queryKey: [...importsKey(workspaceId), importId, 'report'],
    queryFn: () => client.imports.report({ workspaceId, importId }),
  })
  if (data === undefined) return null
  const download = `data:text/markdown;charset=utf-8,${encodeURIComponent(data.markdown)}`
  const reportName = t.reportOf({ name })
  return (
    <>
      <Text size="sm">{countLines(data.counts).join(' · ')}</Text>
      <Group gap="md">
        <Anchor size="sm" component="button" type="button" onClick={() => setIsOpen(true)}>
          {t.openReport}
        </Anchor>
        <Anchor size="sm" href={download} download={`${reportName}.md`}>
          {t.downloadReport}
        </Anchor>
      </Group>
      {isOpen && (
        <OpenedModal onClose={() => setIsOpen(false)} size="lg" title={reportName}>
          <Details report={data} />
        </OpenedModal>
      )}
    </>
  )
}

function Details({ report }: { report: Report }) {
  const { counts, warnings, skipped, losses, brokenLinks, literals, leftOut } = report
  const lists: [string, string[]][] = [
    [t.notes, warnings],
    [t.problems, skipped.map(problemLine)],
    [t.losses, losses.map(lossLine)],
    [
      t.brokenLinks,
      brokenLinks.map(
        ({ path, line, url, reason }) =>
          `${line === undefined ? path : `${path}:${line}`} ${url} ${reason}`,
      ),
    ],
    [
      t.literals,
      literals.map(({ path, line, text }) => `${line === null ? path : `${path}:${line}`} ${text}`),
    ],
    [t.leftOut, leftOut],
  ]
  return (
    <>
      <Lines title={t.counts} lines={countLines(counts)} />
      {lists.map(([title, lines]) => (
        <Lines key={title} title={title} lines={lines.slice(0, maxListed)} />
      ))}
      {lists.some(([, lines]) => lines.length > maxListed) && (
        <Text size="sm" c="dimmed" mt="sm">
          {t.reportIsCut}
        </Text>
      )}
    </>
  )
}

/** Only what there is. */
function countLines({ pages, files, links, blocks, skipped }: Counts): string[] {
  const lines: [number, (values: { count: number }) => string][] = [
    [pages.created, t.created],
    [pages.updated, t.updated],
    [pages.unchanged, t.unchanged],
    [files, t.files],
    [links.resolved, t.resolved],
    [links.unresolved, t.unresolved],
    [blocks.retained, t.retained],
    [blocks.changed, t.blocksChanged],
    [blocks.lost, t.blocksLost],
    [skipped, t.skipped],
  ]
  return lines.filter(([count]) => count > 0).map(([count, text]) => text({ count }))
}
