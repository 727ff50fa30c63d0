import { ActionIcon, Anchor, Group, Skeleton, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconX } from '../../vendor/icons/icons.ts'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { brokenReason } from './broken-reason.ts'
import { type PageIds, useBacklinks, useBroken } from './link-queries.ts'
import { Mentions } from './mentions.tsx'
import { t } from './messages.ts'
import { PageLine, SentenceAround } from './page-line.tsx'
import classes from './links.module.css'

type Props = PageIds & { setOpen: (isOpen: boolean) => void }

/** The links of a page, in the panel beside it: those to it, where it is named without one, and broken ones. */
export function LinksPanel({ workspaceId, pageId, setOpen }: Props) {
  const page = { workspaceId, pageId }
  return (
    <aside className={classes['panel']} aria-label={t.title}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h5">
          {t.title}
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.close}
          onClick={() => setOpen(false)}
        >
          <IconX size={18} />
        </ActionIcon>
      </Group>
      <Backlinks {...page} />
      <Part title={t.mentions}>
        <Mentions {...page} />
      </Part>
      <BrokenLinks {...page} />
      <Group gap="md" mt="lg">
        <Anchor component={Link} to="/tags" size="sm">
          {t.allTags}
        </Anchor>
        <Anchor component={Link} to="/links" size="sm">
          {t.upkeepTitle}
        </Anchor>
      </Group>
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['part']} aria-label={title}>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function Backlinks(page: PageIds) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useBacklinks(page)
  const items = data?.pages.flatMap((part) => part.items) ?? []
  const [first] = data?.pages ?? []
  return (
    <Part title={t.backlinks}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={60} radius="md" />}
      {first !== undefined && (
        <Text size="sm" c="dimmed" mb={6}>
          {first.links === 0
            ? t.noBacklinks
            : t.backlinkCount({ links: first.links, pages: first.pages })}
        </Text>
      )}
      <ul className={classes['list']}>
        {numbered(items).map(({ page: source, sentence, key }, index) => (
          <li key={key}>
            {items[index - 1]?.page.id !== source.id && <PageLine page={source} />}
            {sentence.text !== '' && <SentenceAround {...sentence} />}
          </li>
        ))}
      </ul>
      {hasNextPage && <ShowMore isLoading={isFetchingNextPage} load={fetchNextPage} />}
    </Part>
  )
}

/** Two links can be alike in all that is known of them. */
function numbered<Item extends { page: { id: string }; block: number }>(items: readonly Item[]) {
  return items.map((item, index) => ({ ...item, key: `${item.page.id} ${item.block} ${index}` }))
}

function BrokenLinks(page: PageIds) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useBroken(page)
  const items = data?.pages.flatMap((part) => part.items) ?? []
  if (items.length === 0) return null
  return (
    <Part title={t.broken}>
      <ul className={classes['list']}>
        {numbered(items).map((link) => (
          <li key={link.key}>
            <SentenceAround {...link.sentence} />
            <Text size="xs" c="dimmed">
              {brokenReason(link)}
            </Text>
          </li>
        ))}
      </ul>
      {hasNextPage && <ShowMore isLoading={isFetchingNextPage} load={fetchNextPage} />}
    </Part>
  )
}
