import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useWorkspace } from '../../lib/workspace.tsx'

/** The supported chat services; they change only with the version of the server. */
export function useServices() {
  const { workspace } = useWorkspace()
  // The app is in the language of the browser until the profile has one.
  const { tag: language } = currentLanguage()
  return useQuery({
    queryKey: ['chat-services', workspace.id, language],
    queryFn: () => client.chats.listServices({ workspaceId: workspace.id, language }),
    staleTime: Infinity,
  })
}

/** Returns the display name of a service, or its technical name until the list is loaded. */
export function useServiceLabel(): (name: string) => string {
  const { data } = useServices()
  return (name) => data?.services.find((service) => service.name === name)?.label ?? name
}
