import type { Bot } from '../domain/chats/bots.ts'
import { eventsOf, eventWords } from '../domain/chats/events.ts'
import { type Block, item, paragraph, type Span } from '../domain/chats/text.ts'
import { type ChatEvent, chatEvents } from '../lib/event-types.ts'
import * as chatSubscriptions from '../operations/chats/chat-subscriptions.ts'
import * as pages from '../operations/pages/pages.ts'
import * as search from '../operations/search/search.ts'
import { findPage, type Found } from './find-page.ts'
import type { Answer, Incoming } from './incoming.ts'
import type { Member } from './member.ts'
import { pageBlocks } from './page-text.ts'

export type Request = { bot: Bot; incoming: Incoming; member: Member; words: string }

const mostResults = 5
const longestFragment = 300

const code = (text: string): Span => ({ text, styles: ['code'] })
const bold = (text: string, url?: string): Span => ({ text, styles: ['bold'], url })
const untitled = (title: string) => (title.trim() === '' ? 'Untitled' : title)

export async function searchCommand(request: Request): Promise<Answer> {
  const { incoming, member, words } = request
  const say = code(`${incoming.say('search')} words`)
  if (words === '') return [paragraph('Say what to look for: ', say)]
  const sections = await openSections(request)
  if (sections === 'none') return [closedHere()]
  const query = words.slice(0, 500)
  const hits =
    sections === 'all'
      ? (await member.ask(search.find, { query, k: mostResults })).results
      : await searchBelow(member, query, sections)
  const found = paragraph(`Nothing found for “${words.slice(0, 100)}”. Try fewer or other words.`)
  if (hits.length === 0) return [found]
  return hits.map((hit) => {
    const above = hit.above.map(({ title }) => untitled(title)).join(' › ')
    const fragment = hit.content.replaceAll(/\s+/g, ' ').trim().slice(0, longestFragment)
    return item(
      bold(untitled(hit.title), pageUrl(member, hit.pageId)),
      ...(above === '' ? [] : [{ text: ` · ${above}` }]),
      ...(fragment === '' ? [] : [{ text: `\n${fragment}` }]),
    )
  })
}

async function searchBelow(member: Member, query: string, sections: readonly string[]) {
  const found = await Promise.all(
    sections.map((underPageId) => member.ask(search.find, { query, k: mostResults, underPageId })),
  )
  const seen = new Set<string>()
  return found
    .flatMap(({ results }) => results)
    .filter(({ pageId }) => !seen.has(pageId) && seen.add(pageId))
    .slice(0, mostResults)
}

export async function getCommand(request: Request): Promise<Answer> {
  const { incoming, member, words } = request
  if (words === '') return [paragraph('Say which page: ', code(`${incoming.say('get')} title`))]
  const sections = await openSections(request)
  if (sections === 'none') return [closedHere()]
  const found = await findPage(member, words)
  if (found.kind !== 'one') {
    // Where others read along, even names are not for all of them.
    if (sections !== 'all') return [closedHere()]
    return offer(found, words, (id) => code(`${incoming.say('get')} ${id}`))
  }
  const { title, content, breadcrumb } = await member.ask(pages.document, { pageId: found.id })
  const lineage = new Set([found.id, ...breadcrumb.map(({ id }) => id)])
  if (sections !== 'all' && !sections.some((id) => lineage.has(id))) return [closedHere()]
  return [
    paragraph(bold(untitled(title), found.url)),
    ...pageBlocks(content, member.context.publicUrl ?? ''),
  ]
}

/** What was meant instead, or which of several. */
function offer(
  found: Exclude<Found, { kind: 'one' }>,
  words: string,
  command: (id: string) => Span,
): Block[] {
  const name = `“${words.slice(0, 100)}”`
  if (found.places.length === 0) return [paragraph(`There is no page ${name}. Check its name.`)]
  const head =
    found.kind === 'several'
      ? `Several pages are called ${name}. Which one?`
      : `There is no page ${name}. Did you mean one of these?`
  const places = found.places.map(({ id, title, above }) =>
    item(bold(untitled(title)), above === '' ? '' : ` · ${above}`, '\n', command(id)),
  )
  return [paragraph(head), ...places]
}

/** Which sections an answer may be from: where others read along, those that the chat is told of anyway. */
async function openSections(request: Request): Promise<'all' | 'none' | string[]> {
  if (!request.incoming.isShared) return 'all'
  const here = (await subscriptionsHere(request)).filter(({ isPaused }) => !isPaused)
  if (here.some(({ sectionId }) => sectionId === null)) return 'all'
  const sections = here.flatMap(({ sectionId }) => sectionId ?? [])
  return sections.length === 0 ? 'none' : sections
}

function closedHere(): Block {
  return paragraph(
    'Others read along here, so I only show what this chat is subscribed to, and that is not in it. Ask me in a private chat.',
  )
}

async function subscriptionsHere({ bot, incoming, member }: Request) {
  const { subscriptions } = await member.ask(chatSubscriptions.list, {})
  return subscriptions.filter(
    ({ connectionId, chatId }) => connectionId === bot.connectionId && chatId === incoming.chat.id,
  )
}

export async function subscribeCommand(request: Request): Promise<Answer> {
  const { bot, incoming, member, words } = request
  const { say, chat } = incoming
  if (words === '') {
    return [
      paragraph(
        'Say which section, and if you like which events: ',
        code(`${say('subscribe')} Handbook comments`),
      ),
      item(code(`${say('subscribe')} everything`), ' is the whole workspace.'),
      item(`Events: ${eventWords().join(', ')}; without any, all.`),
    ]
  }
  const wanted = await findSection(member, words)
  if (wanted.kind !== 'section') {
    if (incoming.isShared) {
      return [paragraph('There is no page of exactly this title. Name the section by its address.')]
    }
    return offer(wanted.found, words, (id) => code(`${say('subscribe')} ${id}`))
  }
  const { id, title, events } = wanted
  const input = {
    connectionId: bot.connectionId,
    chatId: chat.id,
    chatName: chat.name,
    sectionId: id,
  }
  await member.ask(chatSubscriptions.create, events === undefined ? input : { ...input, events })
  const what = events === undefined ? 'what happens' : events.join(', ')
  return [
    paragraph('From now on I tell here ', what, ' in ', bold(title), '.'),
    paragraph('To end it: ', code(`${say('unsubscribe')} ${id === null ? 'everything' : title}`)),
  ]
}

type Wanted =
  | { kind: 'section'; id: string | null; title: string; events: ChatEvent[] | undefined }
  | { kind: 'unknown'; found: Exclude<Found, { kind: 'one' }> }

/** A title may end with a word that is also a kind of event: the whole is tried first. */
async function findSection(member: Member, words: string): Promise<Wanted> {
  const whole = await sectionOf(member, words)
  if (whole.kind === 'one') return { ...whole, kind: 'section', events: undefined }
  const rest = words.split(/[\s,]+/)
  const events: ChatEvent[] = []
  while (rest.length > 1) {
    const some = eventsOf(rest.at(-1) ?? '')
    if (some === undefined) break
    events.push(...some)
    rest.pop()
  }
  if (events.length === 0) return { kind: 'unknown', found: whole }
  const section = await sectionOf(member, unquote(rest.join(' ')))
  if (section.kind === 'one')
    return { ...section, kind: 'section', events: chatEvents.filter((one) => events.includes(one)) }
  return { kind: 'unknown', found: section }
}

async function sectionOf(
  member: Member,
  words: string,
): Promise<{ kind: 'one'; id: string | null; title: string } | Exclude<Found, { kind: 'one' }>> {
  const name = unquote(words)
  if (/^(?:everything|workspace|all|\*)$/i.test(name)) {
    return { kind: 'one', id: null, title: 'the whole workspace' }
  }
  const found = await findPage(member, name)
  return found.kind === 'one' ? { ...found, title: untitled(found.title) } : found
}

function unquote(text: string): string {
  return text.trim().replace(/^["“](.*)["”]$/s, '$1')
}

export async function unsubscribeCommand(request: Request): Promise<Answer> {
  const { incoming, member, words } = request
  const here = await subscriptionsHere(request)
  if (here.length === 0) return [paragraph('This chat is subscribed to nothing.')]
  const wanted = await wantedOf(request, here)
  if (wanted.length === 0) {
    const names = here.map((one) => item(code(`${incoming.say('unsubscribe')} ${nameOf(one)}`)))
    const head = words === '' ? 'Which one?' : 'This chat is not subscribed to that. It could be:'
    return [paragraph(head), ...names]
  }
  for (const { id } of wanted) await member.ask(chatSubscriptions.remove, { subscriptionId: id })
  return [paragraph('I tell no more of ', bold(wanted.map(nameOf).join(', ')), ' here.')]
}

type Here = Awaited<ReturnType<typeof subscriptionsHere>>

async function wantedOf({ member, words }: Request, here: Here): Promise<Here> {
  const name = unquote(words).toLowerCase()
  if (name === '') return here.length === 1 ? here : []
  const named = here.filter(
    (one) => nameOf(one).toLowerCase() === name || one.sectionId === name || one.id === name,
  )
  if (named.length > 0) return named
  if (name === 'all') return here
  const found = await findPage(member, unquote(words))
  return found.kind === 'one' ? here.filter(({ sectionId }) => sectionId === found.id) : []
}

function nameOf({ sectionId, sectionTitle }: Here[number]): string {
  return sectionId === null ? 'everything' : (sectionTitle ?? sectionId)
}

export async function subscriptionsCommand(request: Request): Promise<Answer> {
  const { incoming, member } = request
  const here = await subscriptionsHere(request)
  if (here.length === 0) {
    const say = code(`${incoming.say('subscribe')} section`)
    return [paragraph('This chat is subscribed to nothing. Subscribe with ', say)]
  }
  return [
    paragraph('I tell here of:'),
    ...here.map((one) => {
      const url = one.sectionId === null ? undefined : pageUrl(member, one.sectionId)
      const state = one.isPaused ? ' (paused: whoever subscribed is no member any more)' : ''
      return item(bold(nameOf(one), url), `: ${one.events.join(', ')}${state}`)
    }),
  ]
}

function pageUrl({ context }: Member, pageId: string): string {
  return `${context.publicUrl ?? ''}/pages/${pageId}`
}
