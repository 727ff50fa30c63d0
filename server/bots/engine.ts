import { english, type Language } from '../../messages/language.ts'
import type { App } from '../app.ts'
import { deleteLink, findLinkedUser, useLinkCode } from '../domain/chats/account-links.ts'
import { type Bot } from '../domain/chats/bots.ts'
import { chatAudience } from '../domain/chats/subscriptions.ts'
import { type Block, code, item, paragraph, styled } from '../domain/chats/text.ts'
import { languageOfUser } from '../domain/people/language.ts'
import { AppError } from '../lib/errors.ts'
import type { Store } from '../store/index.ts'
import {
  getCommand,
  type Request,
  searchCommand,
  subscribeCommand,
  subscriptionsCommand,
  unsubscribeCommand,
} from './commands.ts'
import type { Answer, Incoming, MessageHandler } from './incoming.ts'
import { memberFor } from './member.ts'
import { botMessages, type BotTexts } from './messages.ts'
import { acceptCommand, declineCommand } from './proposal-commands.ts'

type Parameters =
  | 'wordsParameter'
  | 'pageParameter'
  | 'sectionParameter'
  | 'codeParameter'
  | 'proposalParameter'

type Command = {
  parameters?: Parameters | 'sectionAndEventsParameters'
  description: keyof BotTexts & `${string}Command`
}
type MemberCommand = Command & { run: (request: Request) => Promise<Answer> }

/** Commands of members. */
const commands: Record<string, MemberCommand> = {
  search: { parameters: 'wordsParameter', description: 'searchCommand', run: searchCommand },
  get: { parameters: 'pageParameter', description: 'getCommand', run: getCommand },
  subscribe: {
    parameters: 'sectionAndEventsParameters',
    description: 'subscribeCommand',
    run: subscribeCommand,
  },
  unsubscribe: {
    parameters: 'sectionParameter',
    description: 'unsubscribeCommand',
    run: unsubscribeCommand,
  },
  subscriptions: { description: 'subscriptionsCommand', run: subscriptionsCommand },
  accept: {
    parameters: 'proposalParameter',
    description: 'acceptCommand',
    run: acceptCommand,
  },
  decline: {
    parameters: 'proposalParameter',
    description: 'declineCommand',
    run: declineCommand,
  },
}

/** Commands of everybody. */
const publicCommands: Record<string, Command> = {
  link: { parameters: 'codeParameter', description: 'linkCommand' },
  unlink: { description: 'unlinkCommand' },
  help: { description: 'helpCommand' },
}

const allCommands: Record<string, Command> = { ...commands, ...publicCommands }

/** For services that list the commands of a bot. */
export function commandList(language: Language): { name: string; description: string }[] {
  const texts = botMessages.in(language)
  return Object.entries(allCommands).map(([name, { description }]) => ({
    name,
    description: texts[description],
  }))
}

export const commandNames: ReadonlySet<string> = new Set(Object.keys(allCommands))

/** The texts in the language of a linked person; for anyone else, in that of the person who connected the bot. */
export async function textsFor(
  store: Store,
  bot: Pick<Bot, 'createdBy'>,
  userId: string | undefined,
): Promise<BotTexts> {
  return botMessages.in(await languageOfUser(store, userId ?? bot.createdBy))
}

/** Answers messages with the rights of the linked member. `report` receives unexpected errors. */
export function createMessageHandler(
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  report: (error: unknown) => void,
): MessageHandler {
  return async (bot, incoming) => {
    const [name, args] = parseCommand(incoming.text)
    if (!commandNames.has(name) && name !== 'start' && !incoming.isAddressed) return undefined
    let texts = botMessages.in(english)
    try {
      const userId = await findLinkedUser(app.store, bot, incoming.user.id)
      texts = await textsFor(app.store, bot, userId)
      return await answer(app, { bot, incoming, userId, texts, name, args })
    } catch (error) {
      if (error instanceof AppError && error.code !== 'INTERNAL')
        return [paragraph(errorText(error, texts))]
      report(error)
      return [paragraph(texts.failed)]
    }
  }
}

function errorText({ code: errorCode }: AppError, texts: BotTexts): string {
  switch (errorCode) {
    case 'FORBIDDEN':
    case 'PAGE_NOT_FOUND':
    case 'VALIDATION_FAILED':
    case 'BUSY':
    case 'COMMIT_UNKNOWN':
    case 'STORAGE_FULL':
    case 'STORAGE_READ_ONLY':
    case 'STORAGE_FAILED':
      return texts[errorCode]
    default:
      return texts.failedWith({ code: errorCode })
  }
}

type Received = Omit<Request, 'member'> & { userId: string | undefined; name: string }

async function answer(
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  received: Received,
): Promise<Answer> {
  const { bot, incoming, userId, texts, name, args } = received
  if (name === 'link' || (name === 'start' && args !== '')) return link(app, received)
  if (userId === undefined) return [linkInstructions(app, received)]
  if (name === 'unlink') {
    await deleteLink(app.store, bot, incoming.user.id)
    return [paragraph(texts.unlinked)]
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const audienceId = incoming.isShared
    ? await chatAudience(app.store, bot, incoming.chat.id)
    : undefined
  const member = memberFor(app, bot.workspaceId, userId, audienceId)
  if (command !== undefined) return command.run({ bot, incoming, member, texts, args })
  return help(incoming, texts, name)
}

/** The first word in lower case, and the rest. */
function parseCommand(text: string): [string, string] {
  const [, name = '', args = ''] = /^\s*[/!]?(\S*)\s*([^]*)$/.exec(text) ?? []
  return [name.toLowerCase(), args.trim()]
}

async function link(
  { store, integrations }: Pick<App, 'store' | 'integrations'>,
  received: Received,
): Promise<Answer> {
  const { bot, incoming, texts, args: linkCode } = received
  if (linkCode === '') return [linkInstructions({ integrations }, received)]
  const { user, privateChatId } = incoming
  const chatUser = { id: user.id, name: user.name, chatId: privateChatId }
  const userId = await useLinkCode(store, bot, linkCode, incoming.isShared ? 'public' : chatUser)
  if (incoming.isShared) return [paragraph(texts.codeShared)]
  if (userId === undefined) {
    return [paragraph(texts.codeInvalid), linkInstructions({ integrations }, received)]
  }
  const own = await textsFor(store, bot, userId)
  return [paragraph(own.linked), ...help(incoming, own, '')]
}

function linkInstructions(
  { integrations }: Pick<App, 'integrations'>,
  { incoming, texts }: Pick<Received, 'incoming' | 'texts'>,
): Block {
  const url = `${integrations.baseUrl}/settings/chats`
  const command = incoming.formatCommand('link')
  return paragraph(texts.notLinked({ url, command, code, link: styled({ url }) }))
}

function help({ formatCommand }: Incoming, texts: BotTexts, name: string): Block[] {
  const isAsked = name === '' || name === 'help' || name === 'start'
  const suggestion = isAsked ? undefined : closest(name)
  const unknown =
    suggestion === undefined
      ? texts.notUnderstood
      : texts.notUnderstoodSuggestion({ command: formatCommand(suggestion), code })
  const lines = Object.entries(allCommands).map(([name, { parameters, description }]) => {
    const suffix = parameters === undefined ? '' : ` ${texts[parameters]}`
    const usage = `${formatCommand(name)}${suffix}`
    return item(texts.commandLine({ usage, description: texts[description], code }))
  })
  return [paragraph(isAsked ? texts.commands : unknown), ...lines]
}

/** The command within two typing errors. */
function closest(word: string): string | undefined {
  const [best] = [...commandNames]
    .map((name) => ({ name, distance: editDistance(word.slice(0, 30), name) }))
    .toSorted((one, other) => one.distance - other.distance)
  return best !== undefined && best.distance <= 2 ? best.name : undefined
}

/** Damerau-Levenshtein distance, with transpositions of neighbours. */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const deletion = (row[j] ?? 0) + 1
      const left = (next[j - 1] ?? 0) + 1
      const across = (row[j - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(deletion, left, across, swapped))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
