import { Button, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Section } from '../../ui/screens/section.tsx'
import { type PageChoice, PageField } from '../page-field.tsx'
import { t } from './messages.ts'

/** Downloads the workspace, or a page with all below it. */
export function ExportPages({ workspaceId }: { workspaceId: string }) {
  const [page, setPage] = useState<PageChoice | null>(null)
  const asked = new URLSearchParams({ workspaceId, ...(page !== null && { pageId: page.id }) })
  return (
    <Section title={t.exportTitle} description={t.exportDescription}>
      <Stack gap="md" maw={480} align="flex-start">
        <PageField
          label={t.exportPage}
          description={t.exportPageHint}
          clearLabel={t.clearExportPage}
          value={page}
          onChange={setPage}
        />
        <Button
          component="a"
          href={`/v1/workspace/export?${asked.toString()}`}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t.download}
        </Button>
      </Stack>
    </Section>
  )
}
