import { Badge, Box, Group, List, ScrollArea, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { type Import, importsKey, type Preview } from './import-queries.ts'
import { Lines, lossLine, problemLine } from './lines.tsx'
import { t } from './messages.ts'

type Props = { workspaceId: string; shown: Import }

/** What an import would do: the pages as a tree, and everything that cannot be kept. */
export function ImportPreview({ workspaceId, shown }: Props) {
  const { id: importId, name } = shown
  const { data, error } = useQuery({
    queryKey: [...importsKey(workspaceId), importId, 'preview'],
    queryFn: () => client.imports.preview({ workspaceId, importId }),
  })
  if (error !== null) return <ErrorNotice error={error} />
  const preview = data?.preview
  if (preview === undefined || preview === null) return <Skeleton h={120} />
  const { pages, updates, links, brokenLinks, isCut, warnings } = preview
  return (
    <Box component="section" aria-label={t.preview({ name })}>
      <Text size="sm">{t.previewPages({ pages, updates })}</Text>
      <Text size="sm">{t.previewLinks({ links, broken: brokenLinks })}</Text>
      {warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
      <ScrollArea.Autosize mah={320} mt="sm">
        <Tree preview={preview} />
        <Lines title={t.problems} lines={preview.problems.map(problemLine)} />
        <Lines title={t.losses} lines={preview.losses.map(lossLine)} />
      </ScrollArea.Autosize>
      {isCut && (
        <Text size="sm" c="dimmed">
          {t.isCut}
        </Text>
      )}
    </Box>
  )
}

function Tree({ preview: { tree } }: { preview: Preview }) {
  return (
    <List listStyleType="none" size="sm">
      {tree.map(({ path, title, depth, action }) => (
        <List.Item key={path} ps={depth * 16} style={{ overflowWrap: 'anywhere' }}>
          <Group gap="xs" component="span" display="inline-flex">
            <bdi>{displayTitle(title)}</bdi>
            {action === 'update' && (
              <Badge size="sm" variant="light" component="span">
                {t.update}
              </Badge>
            )}
          </Group>
        </List.Item>
      ))}
    </List>
  )
}
