import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { client } from '../../lib/client.ts'
import { type OpenedPage, pageQuery } from '../../lib/page-query.ts'
import { useSession } from '../../lib/session.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { useFavourite } from '../../pages/use-favourite.ts'
import { useTrash } from '../../pages/use-trash.ts'
import type { PaletteAction } from '../../search/actions.ts'
import { useSignOut } from '../../ui/sign-out.ts'
import type { ActionContext } from './context.ts'
import { pageActions } from './page-actions.ts'
import { commonActions, screenActions } from './screen-actions.ts'

type Props = { offer: (actions: readonly PaletteAction[]) => void }

/** Offers all screens, and what can be done with the open page. */
export function ActionSource({ offer }: Props) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { workspace } = useWorkspace()
  const rights = useRights()
  const session = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const pageId = useMatch('/pages/:pageId/*')?.params.pageId
  const page =
    pageId === undefined
      ? undefined
      : queries.getQueryData(pageQuery(workspace.id, pageId).queryKey)
  const context: ActionContext = {
    workspaceId: workspace.id,
    go: (path, state) => void navigate(path, { state }),
    rights: { ...rights, isAdministrator: session.rights.isAdministrator },
    setColorScheme,
    signOut: () => void signOut(() => client.session.remove({})),
  }
  if (page === undefined) return <Offer offer={offer} actions={everywhere(context)} />
  return <PageOffer offer={offer} context={context} page={page} />
}

function PageOffer({ offer, context, page }: Props & { context: ActionContext; page: OpenedPage }) {
  const trash = useTrash(context.workspaceId, page)
  const favourite = useFavourite(context.workspaceId, page, page.isFavourite)
  const actions = [...pageActions(context, page, { trash, favourite }), ...everywhere(context)]
  return <Offer offer={offer} actions={actions} />
}

function everywhere(context: ActionContext): PaletteAction[] {
  return [...commonActions(context), ...screenActions(context)]
}

/** Offers the actions of the moment when the palette opens. */
function Offer({ offer, actions }: Props & { actions: readonly PaletteAction[] }) {
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => offer(actions), [])
  return null
}
