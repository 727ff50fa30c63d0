import { NavLink } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { reachable } from '../lib/access/share-link.ts'
import { client } from '../lib/client.ts'
import { t } from './messages.ts'
import classes from './visitors.module.css'

/** The pages of a link, as a tree; nothing for a link to one page. */
export function LinkPages({ workspaceId, pageId }: { workspaceId: string; pageId: string }) {
  const { data } = useQuery({
    queryKey: ['pages', 'list', workspaceId],
    queryFn: ({ signal }) => client.pages.list({ workspaceId, depth: 10, limit: 500 }, { signal }),
    refetchInterval: 30_000,
  })
  const pages = data?.pages ?? []
  if (pages.length < 2) return null
  return (
    <nav className={classes['pages']} aria-label={t.pages}>
      {pages.map(({ id, title, icon, depth }) => (
        <NavLink
          key={id}
          component={Link}
          to={reachable(`/pages/${id}`)}
          active={id === pageId}
          aria-current={id === pageId ? 'page' : undefined}
          label={<bdi>{title || t.untitled}</bdi>}
          leftSection={icon === null ? undefined : <span aria-hidden>{icon}</span>}
          style={{ paddingInlineStart: `calc(${depth} * 12px)` }}
        />
      ))}
    </nav>
  )
}
