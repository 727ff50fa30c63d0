import type { App } from '../app.ts'
import { deleteLink, findLinkedUser, useLinkCode } from '../domain/chats/account-links.ts'
import type { Bot } from '../domain/chats/bots.ts'
import { type Block, item, paragraph, type Span } from '../domain/chats/text.ts'
import { AppError } from '../lib/errors.ts'
import {
  getCommand,
  type Request,
  searchCommand,
  subscribeCommand,
  subscriptionsCommand,
  unsubscribeCommand,
} from './commands.ts'
import type { Answer, MessageHandler, Incoming } from './incoming.ts'
import { memberFor } from './member.ts'

type Command = {
  parameters: string
  description: string
  run: (request: Request) => Promise<Answer>
}

/** Commands of members. */
const commands: Record<string, Command> = {
  search: { parameters: 'words', description: 'finds pages', run: searchCommand },
  get: { parameters: 'page', description: 'shows a page by title or address', run: getCommand },
  subscribe: {
    parameters: 'section [events]',
    description: 'tells this chat what happens there',
    run: subscribeCommand,
  },
  unsubscribe: { parameters: 'section', description: 'ends that', run: unsubscribeCommand },
  subscriptions: {
    parameters: '',
    description: 'lists what this chat is told',
    run: subscriptionsCommand,
  },
}

/** Commands of everybody. */
const publicCommands: Record<string, Pick<Command, 'parameters' | 'description'>> = {
  link: { parameters: 'code', description: 'tells me who you are' },
  unlink: { parameters: '', description: 'lets me forget you' },
  help: { parameters: '', description: 'lists all this' },
}

/** For services that list the commands of a bot. */
export const commandList = Object.entries({ ...commands, ...publicCommands }).map(
  ([name, { description }]) => ({ name, description }),
)

export const commandNames: ReadonlySet<string> = new Set(commandList.map(({ name }) => name))

/** Answers messages with the rights of the linked member. `report` receives unexpected errors. */
export function createMessageHandler(
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  report: (error: unknown) => void,
): MessageHandler {
  return async (bot, incoming) => {
    try {
      return await answer(app, bot, incoming)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'INTERNAL') return [refusal(error)]
      report(error)
      return [paragraph('Something went wrong here. Try again in a moment.')]
    }
  }
}

/** The message without the error code in front of it. */
function refusal({ code, message }: AppError): Block {
  return paragraph(message.startsWith(`${code}: `) ? message.slice(code.length + 2) : message)
}

async function answer(
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  bot: Bot,
  incoming: Incoming,
): Promise<Answer> {
  const [name, args] = parseCommand(incoming.text)
  if (!commandNames.has(name) && name !== 'start' && !incoming.isAddressed) return undefined
  const { store } = app
  if (name === 'link' || (name === 'start' && args !== '')) return link(app, bot, incoming, args)
  const userId = await findLinkedUser(store, bot, incoming.user.id)
  if (userId === undefined) return [linkInstructions(app, incoming)]
  if (name === 'unlink') {
    await deleteLink(store, bot, incoming.user.id)
    return [paragraph('Done: I do not know who you are any more.')]
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const member = memberFor(app, bot.workspaceId, userId)
  if (command !== undefined) return command.run({ bot, incoming, member, args })
  return help(incoming, name)
}

/** The first word in lower case, and the rest. */
function parseCommand(text: string): [string, string] {
  const [, name = '', args = ''] = /^\s*[/!]?(\S*)\s*([^]*)$/.exec(text) ?? []
  return [name.toLowerCase(), args.trim()]
}

async function link(
  { store, integrations }: Pick<App, 'store' | 'integrations'>,
  bot: Bot,
  incoming: Incoming,
  code: string,
): Promise<Answer> {
  if (code === '') return [linkInstructions({ integrations }, incoming)]
  const { user, privateChatId } = incoming
  const chatUser = { id: user.id, name: user.name, chatId: privateChatId }
  const userId = await useLinkCode(store, bot, code, incoming.isShared ? 'public' : chatUser)
  if (incoming.isShared) {
    return [
      paragraph(
        'Never give a code where others read it: this one is good no more. Make a new one, and give it to me in a private chat.',
      ),
    ]
  }
  if (userId === undefined) {
    return [
      paragraph(
        'This code is not good, or not any more: codes are for one use within ten minutes.',
      ),
      linkInstructions({ integrations }, incoming),
    ]
  }
  return [
    paragraph('Welcome. I know you now, and answer you with what you may read.'),
    ...help(incoming, ''),
  ]
}

function linkInstructions(
  { integrations }: Pick<App, 'integrations'>,
  { formatCommand }: Incoming,
): Block {
  const settings = `${integrations.baseUrl}/settings/chats`
  return paragraph(
    'I do not know who you are. Make a code at ',
    { text: settings, url: settings },
    ' and give it to me in a private chat: ',
    code(`${formatCommand('link')} code`),
  )
}

function help({ formatCommand }: Incoming, name: string): Block[] {
  const suggestion = name === '' || name === 'help' || name === 'start' ? undefined : closest(name)
  const head =
    name === '' || name === 'help' || name === 'start'
      ? paragraph('What I understand:')
      : suggestion === undefined
        ? paragraph('I do not understand that. What I do:')
        : paragraph(
            'I do not understand that. Did you mean ',
            code(formatCommand(suggestion)),
            '? What I do:',
          )
  const lines = Object.entries({ ...commands, ...publicCommands }).map(
    ([name, { parameters, description }]) =>
      item(code(`${formatCommand(name)} ${parameters}`.trim()), ` ${description}`),
  )
  return [head, ...lines]
}

function code(text: string): Span {
  return { text, styles: ['code'] }
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
      const above = (row[j] ?? 0) + 1
      const left = (next[j - 1] ?? 0) + 1
      const across = (row[j - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(above, left, across, swapped))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
