import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '../../../vendor/icons/icons.ts'
import { Section } from '../../ui/screens/section.tsx'
import { type PageChoice, PageField } from '../page-field.tsx'
import { t } from './messages.ts'
import { PdfButton } from './pdf-button.tsx'

type Format = 'markdown' | 'html' | 'pdf'

/** Downloads the workspace, or a page with all below it. */
export function ExportPages({ workspaceId }: { workspaceId: string }) {
  const [page, setPage] = useState<PageChoice | null>(null)
  const [format, setFormat] = useState<Format>('markdown')
  const hints = {
    markdown: t.exportMarkdownHint,
    html: t.exportHtmlHint,
    pdf: page === null ? t.exportPdfPage : t.exportPdfHint,
  }
  const asked = new URLSearchParams({
    workspaceId,
    format,
    ...(page !== null && { pageId: page.id }),
  })
  const address = `/v1/workspace/export?${asked.toString()}`
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
        <div>
          <SegmentedControl
            aria-label={t.exportFormat}
            data={[
              { value: 'markdown', label: t.exportMarkdown },
              { value: 'html', label: t.exportHtml },
              { value: 'pdf', label: t.exportPdf },
            ]}
            value={format}
            onChange={setFormat}
          />
          <Text size="sm" c="dimmed" mt={6}>
            {hints[format]}
          </Text>
        </div>
        {format === 'pdf' ? (
          <PdfButton key={address} address={address} isReady={page !== null} />
        ) : (
          <Button
            component="a"
            href={address}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t.download}
          </Button>
        )}
      </Stack>
    </Section>
  )
}
