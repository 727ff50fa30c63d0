import type { BotService, OpenService } from './chat-service.ts'
import { matrix } from './matrix/matrix.ts'
import { mattermost } from './mattermost/mattermost.ts'
import { slack } from './slack/slack.ts'
import { telegram } from './telegram/telegram.ts'

/** Every supported service, in the order of the settings screen. */
export const chatServices: readonly BotService[] = [telegram, slack, mattermost, matrix]

/** Loads a service; undefined for one that this version does not support. */
export async function openService(name: string): Promise<OpenService | undefined> {
  const service = chatServices.find((one) => one.name === name)
  if (service === undefined) return undefined
  const { sendInterval } = service
  return { ...(await service.open()), sendInterval }
}
