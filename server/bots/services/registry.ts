import type { ChatServices, ServiceName } from '../../domain/chats/bots.ts'
import type { BotService } from './chat-service.ts'

/** A service's code is loaded with its first bot. */
const loaders: Record<ServiceName, () => Promise<BotService>> = {
  slack: async () => (await import('./slack.ts')).slack,
  mattermost: async () => (await import('./mattermost.ts')).mattermost,
  telegram: async () => (await import('./telegram/telegram.ts')).telegram,
  matrix: async () => (await import('./matrix/matrix.ts')).matrix,
}

export function loadAdapter(name: ServiceName): Promise<BotService> {
  return loaders[name]()
}

/** Lets operations reach the services. */
export function provideServices(services: ChatServices): void {
  for (const name of ['slack', 'mattermost', 'telegram', 'matrix'] as const) {
    services.provide(name, loaders[name])
  }
}
