import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkDocument, type PageDocument } from '../../../content/document.ts'
import { IconTemplate } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { displayTitle } from '../lib/page-title.ts'
import { timeZoneHere } from '../lib/templates/new-page.ts'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { t } from '../ui/templates/messages.ts'
import { showFailure } from '../ui/undo.tsx'
import './templates.css'

export type OfferProps = {
  workspaceId: string
  pageId: string
  parentId: string | null
  title: string
  fill: (content: PageDocument) => void
  /** Goes on in the text, at a position. */
  focus: (position?: number) => void
}

const shownTemplates = 6

/** The templates for a page that is still empty. */
export function TemplateOffer({ workspaceId, pageId, parentId, title, fill, focus }: OfferProps) {
  const queries = useQueryClient()
  const [isFilling, setFilling] = useState(false)
  const { data } = useQuery({
    queryKey: ['templates', 'offered', workspaceId, parentId],
    queryFn: ({ signal }) => client.templates.list({ workspaceId, parentId }, { signal }),
  })
  const templates = (data?.templates ?? []).filter(({ id }) => id !== pageId)
  if (templates.length === 0) return null
  const use = async (templateId: string) => {
    setFilling(true)
    try {
      const given = title === '' ? {} : { title }
      const filled = await client.templates.fillIn({
        workspaceId,
        templateId,
        parentId,
        ...given,
        timeZone: timeZoneHere(),
      })
      const checked = checkDocument(filled.content)
      if (!checked.ok) throw new TypeError(checked.reason)
      for (const fileId of filled.fileIds) {
        await client.pageFiles.attachFile({ workspaceId, pageId, fileId })
      }
      fill(checked.document)
      focus(filled.cursor ?? 0)
      if (filled.properties !== null) {
        const { properties: source } = filled
        await client.pages.setProperties({ workspaceId, pageId, source })
        await queries.invalidateQueries({ queryKey: ['properties', workspaceId, pageId] })
      }
    } catch (error) {
      showFailure(t.notFilled, error)
    }
    setFilling(false)
  }
  return (
    <section aria-label={t.startWith} className="template-offer">
      <Text size="sm" c="dimmed" mb={6}>
        {t.startWith}
      </Text>
      <Group gap="xs">
        {templates.slice(0, shownTemplates).map(({ id, title: name, icon }) => (
          <Button
            key={id}
            variant="default"
            size="compact-sm"
            maw="100%"
            disabled={isFilling}
            leftSection={icon === null ? <IconTemplate size={14} /> : <PageIcon icon={icon} />}
            onClick={() => void use(id)}
          >
            <bdi>{displayTitle(name)}</bdi>
          </Button>
        ))}
      </Group>
    </section>
  )
}
