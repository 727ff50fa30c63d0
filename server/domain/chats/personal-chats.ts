import { chatConnections, chatLinks } from '../../store/index.ts'
import type { Integrations, WorkspaceContext } from '../context.ts'
import type { ChatAdapter, ChatService, LinkedAccount, SendResult } from './adapters.ts'
import { type Bot, openBot } from './bots.ts'
import type { ConnectionAddress } from './connections.ts'

/** A bot to which someone linked their chat account. */
export type PersonalChat = {
  connectionId: string
  /** Display name of the service. */
  service: string
  /** Name of the bot there. */
  name: string
  /** Whether the bot can send messages to one person. */
  isReachable: boolean
}

type ChatContext = Pick<WorkspaceContext, 'store'> & {
  integrations: Pick<Integrations, 'chatServices' | 'secrets'>
}

/** The bots to which the caller linked an account in the workspace, the newest link first. */
export async function listPersonalChats(context: WorkspaceContext): Promise<PersonalChat[]> {
  const { store, viewer, caller } = context
  const { workspaceId } = viewer
  const links = await chatLinks.ofUser(store, workspaceId, caller.userId)
  const ids = [...new Set(links.map(({ connectionId }) => connectionId))]
  const chats = await Promise.all(
    ids.map(async (connectionId) => {
      const row = await chatConnections.get(store, { workspaceId, connectionId })
      if (row === undefined) return []
      const { service, name } = row
      const label = context.integrations.chatServices.find(service)?.label ?? service
      const isReachable = openReachable(context, row) !== undefined
      return [{ connectionId, service: label, name, isReachable }]
    }),
  )
  return chats.flat()
}

export type ReachablePerson = { bot: Bot; service: ChatService; account: LinkedAccount }

/** How a bot reaches a person; undefined if it cannot, or is disabled, or if they linked no account. */
export async function findReachablePerson(
  context: ChatContext,
  { userId, ...address }: ConnectionAddress & { userId: string },
): Promise<ReachablePerson | undefined> {
  const { store } = context
  const { workspaceId, connectionId } = address
  const links = await chatLinks.ofUser(store, workspaceId, userId)
  const account = links.find((link) => link.connectionId === connectionId)
  const row = account && (await chatConnections.get(store, address))
  const opened = row && openReachable(context, row)
  return opened && account && { ...opened, account }
}

function openReachable(
  { integrations }: Pick<ChatContext, 'integrations'>,
  row: chatConnections.ConnectionRow,
): { bot: Bot; service: ChatService } | undefined {
  if (row.state !== 'enabled') return undefined
  const service = integrations.chatServices.find(row.service)
  const bot = openBot(integrations.secrets, row)
  if (service === undefined || bot === undefined) return undefined
  return service.messagesPeople(bot.secrets) ? { bot, service } : undefined
}

type Account = { bot: Bot; adapter: ChatAdapter; account: LinkedAccount }
type Message = Omit<Parameters<ChatAdapter['send']>[2], 'chatId'>

/** A service that has not answered by then is not waited for. */
const sendTimeoutMs = 10_000

/** Sends a message to the chat that only a person reads. Ends after some seconds. */
export async function sendToPerson(
  { outboundHttp }: Pick<Integrations, 'outboundHttp'>,
  { bot, adapter, account }: Account,
  message: Message,
  signals: readonly AbortSignal[] = [],
): Promise<SendResult> {
  const signal = AbortSignal.any([AbortSignal.timeout(sendTimeoutMs), ...signals])
  let { chatId } = account
  if (adapter.findDirectChat !== undefined) {
    const chat = await adapter.findDirectChat(outboundHttp, bot, account, signal)
    if (!chat.ok) return chat
    ;({ chatId } = chat)
  }
  return adapter.send(outboundHttp, bot, { ...message, chatId }, signal)
}
