import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { IconLockPlus, IconPlus } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { asNewAt } from '../lib/new-page.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import type { ParentId, TreePage } from './children.ts'
import { t } from './messages.ts'
import { MoveHost } from './move/move-host.tsx'
import type { MenuAt } from './page-menu.tsx'
import { canChange } from './page-rights.ts'
import { type Added, PageTree } from './page-tree.tsx'
import { Section } from './section.tsx'
import { useFavourites } from './use-favourites.ts'
import { usePageActions } from './use-page-actions.ts'
import classes from './tree.module.css'

const PageMenu = lazy(async () => ({ default: (await import('./page-menu.tsx')).PageMenu }))

/** Recent pages above the tree; the start page has more. */
const recentShown = 5

type Props = {
  /** Told when a page is opened, so that the menu of a phone closes. */
  onOpen: () => void
}

/** Favourites, recent pages and the tree, scrolled as one. */
export function PageSidebar({ onOpen }: Props) {
  const { workspace } = useWorkspace()
  const { canWrite, isGuest } = useRights()
  const workspaceId = workspace.id
  const navigate = useNavigate()
  const openPageId = useMatch('/pages/:pageId')?.params.pageId ?? null
  const actions = usePageActions(workspaceId)
  const favourites = useFavourites(workspaceId)
  const recent = useQuery({
    queryKey: ['recent', 'list', { workspaceId }],
    queryFn: ({ signal }) => client.recent.list({ workspaceId }, { signal }),
  })
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: header, height: top } = useElementSize()
  const chosen = useRef<string | null>(null)
  const reveal = {
    pageId: openPageId,
    isReady: !recent.isPending && !favourites.isPending,
    chosen,
  }
  const choose = (pageId: string) => {
    chosen.current = pageId
  }
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const [added, setAdded] = useState<Added | null>(null)
  const wasAdded = useCallback(() => setAdded(null), [])

  const open = (pageId: string) => {
    void navigate(`/pages/${pageId}`)
    onOpen()
  }
  const add = async (parentId: ParentId, isPrivate = false) => {
    const created = await (isPrivate ? actions.createPrivate() : actions.create(parentId))
    if (created === undefined) return
    const { pageId, cursor } = created
    void navigate(`/pages/${pageId}`, { state: asNewAt(cursor) })
    onOpen()
    setAdded({ pageId, parentId })
  }
  const trash = async (page: TreePage) => {
    if ((await actions.trash(page)) && page.id === openPageId) void navigate('/')
  }

  return (
    <div ref={scroller} className={classes['scroll']}>
      <div ref={header}>
        <Section name="Favourites" title={t.favourites} pages={favourites.pages} onOpen={choose} />
        <Section
          name="Recent"
          title={t.recent}
          pages={(recent.data?.pages ?? []).slice(0, recentShown)}
          onOpen={choose}
        />
        <div className={classes['heading']}>
          <Text component="h2" fz={12} fw={600}>
            {isGuest ? t.sharedWithMe : t.pages}
          </Text>
          {canWrite && !isGuest && (
            <span className={classes['commands']}>
              <Command label={t.newPrivatePage} act={() => void add(null, true)}>
                <IconLockPlus size={16} />
              </Command>
              <Command label={t.newPage} act={() => void add(null)}>
                <IconPlus size={16} />
              </Command>
            </span>
          )}
        </div>
      </div>
      <PageTree
        workspaceId={workspaceId}
        reveal={reveal}
        canWrite={canWrite}
        isGuest={isGuest}
        actions={actions}
        scroller={scroller}
        top={top}
        added={added}
        onAdded={wasAdded}
        onOpen={({ id }) => open(id)}
        onAdd={({ id }) => void add(id)}
        onTrash={(page) => void trash(page)}
        onTrashed={(pages) => {
          if (pages.some(({ id }) => id === openPageId)) void navigate('/')
        }}
        onMenu={(item, at, select) => setMenu({ item, ...at, select, shows: 'menu' })}
      />
      <MoveHost />
      {menu !== null && (
        <Suspense>
          <PageMenu
            at={menu}
            canWrite={canChange(menu.item.getItemData(), canWrite)}
            isFavourite={favourites.has(menu.item.getId())}
            close={() => setMenu(null)}
            chooseIcon={() => setMenu({ ...menu, shows: 'icon' })}
            onAdd={({ id }) => void add(id)}
            onIcon={(page, icon) => void actions.setIcon(page, icon)}
            onFavourite={(page) => void favourites.toggle(page)}
            onTrash={(page) => void trash(page)}
          />
        </Suspense>
      )}
    </div>
  )
}

type CommandProps = { label: string; act: () => void; children: ReactNode }

function Command({ label, act, children }: CommandProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={26} aria-label={label} onClick={act}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
