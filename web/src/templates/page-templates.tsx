import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { IconTemplate } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { t } from '../ui/templates/messages.ts'
import type { OfferProps } from './template-offer.tsx'
import './templates.css'

const TemplateOffer = lazy(async () => ({
  default: (await import('./template-offer.tsx')).TemplateOffer,
}))

/** Says that a page is a template, and offers templates for a page that is still empty. */
export function PageTemplates({ isEmpty, ...props }: OfferProps & { isEmpty: boolean }) {
  return (
    <>
      <TemplateBadge workspaceId={props.workspaceId} pageId={props.pageId} />
      {isEmpty && (
        <Suspense>
          <TemplateOffer {...props} />
        </Suspense>
      )}
    </>
  )
}

/** A page rarely becomes a template, and most are none. */
const badgeStaleMs = 5 * 60_000

function TemplateBadge({ workspaceId, pageId }: Pick<OfferProps, 'workspaceId' | 'pageId'>) {
  const { data } = useQuery({
    queryKey: ['templates', 'all', workspaceId],
    queryFn: ({ signal }) => client.templates.list({ workspaceId }, { signal }),
    staleTime: badgeStaleMs,
  })
  if (data?.templates.some(({ id }) => id === pageId) !== true) return null
  return (
    <Badge variant="light" leftSection={<IconTemplate size={12} />} className="template-badge">
      {t.template}
    </Badge>
  )
}
