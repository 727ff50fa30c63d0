import type { App } from '../app.ts'
import { endLink, findLinked, useLinkCode } from '../domain/chats/account-links.ts'
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
import type { Answer, Handle, Incoming } from './incoming.ts'
import { actFor } from './member.ts'

type Command = { words: string; does: string; run: (request: Request) => Promise<Answer> }

/** What members can say; linking is apart, since a stranger can say it too. */
const commands: Record<string, Command> = {
  search: { words: 'words', does: 'finds pages', run: searchCommand },
  get: { words: 'page', does: 'shows a page by title or address', run: getCommand },
  subscribe: {
    words: 'section [events]',
    does: 'tells this chat what happens there',
    run: subscribeCommand,
  },
  unsubscribe: { words: 'section', does: 'ends that', run: unsubscribeCommand },
  subscriptions: { words: '', does: 'lists what this chat is told', run: subscriptionsCommand },
}

const forAll: Record<string, Pick<Command, 'words' | 'does'>> = {
  link: { words: 'code', does: 'tells me who you are' },
  unlink: { words: '', does: 'lets me forget you' },
  help: { words: '', does: 'lists all this' },
}

/** For services that show a list of them. */
export const commandList = Object.entries({ ...commands, ...forAll }).map(([name, { does }]) => ({
  name,
  does,
}))

export const commandNames: ReadonlySet<string> = new Set(commandList.map(({ name }) => name))

/** Answers what people say, as the members of the workspace they are. `report` hears of faults. */
export function createEngine(
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  report: (error: unknown) => void,
): Handle {
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

/** As people read it: not the code in front of it. */
function refusal({ code, message }: AppError): Block {
  return paragraph(message.startsWith(`${code}: `) ? message.slice(code.length + 2) : message)
}

async function answer(
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  bot: Bot,
  incoming: Incoming,
): Promise<Answer> {
  const [name, words] = split(incoming.text)
  if (!commandNames.has(name) && name !== 'start' && !incoming.isAddressed) return undefined
  const { store } = app
  if (name === 'link' || (name === 'start' && words !== '')) return link(app, bot, incoming, words)
  const userId = await findLinked(store, bot, incoming.user.id)
  if (userId === undefined) return [howToLink(app, incoming)]
  if (name === 'unlink') {
    await endLink(store, bot, incoming.user.id)
    return [paragraph('Done: I do not know who you are any more.')]
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const member = actFor(app, bot.workspaceId, userId)
  if (command !== undefined) return command.run({ bot, incoming, member, words })
  return help(incoming, name)
}

/** The first word, in small letters, and the rest. */
function split(text: string): [string, string] {
  const [, name = '', words = ''] = /^\s*[/!]?(\S*)\s*([^]*)$/.exec(text) ?? []
  return [name.toLowerCase(), words.trim()]
}

async function link(
  { store, integrations }: Pick<App, 'store' | 'integrations'>,
  bot: Bot,
  incoming: Incoming,
  code: string,
): Promise<Answer> {
  if (code === '') return [howToLink({ integrations }, incoming)]
  const { user, privateChatId } = incoming
  const chatter = { id: user.id, name: user.name, chatId: privateChatId }
  const userId = await useLinkCode(store, bot, code, incoming.isShared ? 'public' : chatter)
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
      howToLink({ integrations }, incoming),
    ]
  }
  return [
    paragraph('Welcome. I know you now, and answer you with what you may read.'),
    ...help(incoming, ''),
  ]
}

function howToLink({ integrations }: Pick<App, 'integrations'>, { say }: Incoming): Block {
  const settings = `${integrations.baseUrl}/settings/chats`
  return paragraph(
    'I do not know who you are. Make a code at ',
    { text: settings, url: settings },
    ' and give it to me in a private chat: ',
    code(`${say('link')} code`),
  )
}

function help({ say }: Incoming, said: string): Block[] {
  const near = said === '' || said === 'help' || said === 'start' ? undefined : closest(said)
  const head =
    said === '' || said === 'help' || said === 'start'
      ? paragraph('What I understand:')
      : near === undefined
        ? paragraph('I do not understand that. What I do:')
        : paragraph('I do not understand that. Did you mean ', code(say(near)), '? What I do:')
  const lines = Object.entries({ ...commands, ...forAll }).map(([name, { words, does }]) =>
    item(code(`${say(name)} ${words}`.trim()), ` ${does}`),
  )
  return [head, ...lines]
}

function code(text: string): Span {
  return { text, styles: ['code'] }
}

/** The command that a slip of the finger or two makes of a word. */
function closest(word: string): string | undefined {
  const [best] = [...commandNames]
    .map((name) => ({ name, distance: distanceOf(word.slice(0, 30), name) }))
    .toSorted((one, other) => one.distance - other.distance)
  return best !== undefined && best.distance <= 2 ? best.name : undefined
}

/** Letters to add, leave out, change, or swap with their neighbour. */
function distanceOf(from: string, to: string): number {
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
