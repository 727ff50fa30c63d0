import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconPlus } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { ShareLink } from '../../ui/forms/share-link.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { readAllParts } from '../../ui/rows/parts.ts'
import { Rows } from '../../ui/rows/rows.tsx'
import type { PageIds } from '../permissions.ts'
import { LinkRow } from './link-row.tsx'
import { linksKey } from './links-key.ts'
import { t } from './messages.ts'
import { NewLinkForm } from './new-link-form.tsx'

/** The links with which people outside of the workspace open the page. */
export function LinksPanel(page: PageIds) {
  const [isAdding, setAdding] = useState(false)
  const [url, setUrl] = useState<string>()
  const list = useQuery({
    queryKey: linksKey(page),
    queryFn: ({ signal }) =>
      readAllParts((part, options) => client.links.list({ ...page, ...part }, options), signal),
    // Revoked links stay in the list of the server, however many there are.
    select: (all) => all.filter(({ revokedAt }) => revokedAt === null),
  })
  const links = list.data ?? []
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.intro}
      </Text>
      {url !== undefined && <ShareLink url={url}>{t.created}</ShareLink>}
      {isAdding ? (
        <NewLinkForm
          page={page}
          cancel={() => setAdding(false)}
          onDone={(created) => {
            setUrl(created)
            setAdding(false)
          }}
        />
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setAdding(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          {t.newLink}
        </Button>
      )}
      <ListPlaceholder list={list} />
      {list.data !== undefined && links.length === 0 && <Text size="sm">{t.none}</Text>}
      <Rows label={t.list}>
        {links.map((link) => (
          <LinkRow key={link.id} page={page} link={link} />
        ))}
      </Rows>
    </Stack>
  )
}
