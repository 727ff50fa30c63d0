import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import type { PageIds } from '../permissions.ts'
import { t } from './messages.ts'

export type Site = NonNullable<Awaited<ReturnType<typeof client.sites.get>>['site']>

type Props = { page: PageIds; site: Site | null; changes: readonly (readonly string[])[] }

/** What a site is called and where it is: publishes the page, or updates its site. */
export function SiteForm({ page, site, changes }: Props) {
  const [isIndexed, setIndexed] = useState(site?.isIndexed ?? true)
  return (
    <Form
      label={site === null ? t.publish : t.save}
      changes={changes}
      done={site === null ? t.published : t.saved}
      submit={({ title = '', slug = '', description = '' }) => {
        const settings = {
          ...page,
          isIndexed,
          description,
          ...(title === '' ? {} : { title }),
          ...(slug === '' ? {} : { slug }),
        }
        return site === null ? client.sites.publish(settings) : client.sites.update(settings)
      }}
    >
      <TextField
        name="title"
        label={t.title}
        defaultValue={site?.title}
        dir="auto"
        maxLength={200}
      />
      <TextField
        name="slug"
        label={t.slug}
        description={site === null ? t.slugHint : t.slugPublishedHint}
        defaultValue={site?.slug}
        dir="ltr"
        maxLength={60}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        name="description"
        label={t.description}
        description={t.descriptionHint}
        defaultValue={site?.description}
        dir="auto"
        maxLength={500}
      />
      <Checkbox
        label={t.indexed}
        checked={isIndexed}
        onChange={({ currentTarget }) => setIndexed(currentTarget.checked)}
      />
    </Form>
  )
}
