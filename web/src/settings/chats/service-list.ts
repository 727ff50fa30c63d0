import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'

/** The services where a bot can be: they change with the version of the server alone. */
export function useServices() {
  const { workspace } = useWorkspace()
  return useQuery({
    queryKey: ['chat-services', workspace.id],
    queryFn: () => client.chats.listServices({ workspaceId: workspace.id }),
    staleTime: Infinity,
  })
}

/** Says what people call a service; its own name until that is known. */
export function useServiceLabel(): (name: string) => string {
  const { data } = useServices()
  return (name) => data?.services.find((service) => service.name === name)?.label ?? name
}
