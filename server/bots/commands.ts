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

export type Request = { bot: Bot; incoming: Incoming; member: Member; args: string }

const maxResults = 5
const maxFragmentLength = 300

const code = (text: string): Span => ({ text, styles: ['code'] })
const bold = (text: string, url?: string): Span => ({ text, styles: ['bold'], url })
const untitled = (title: string) => (title.trim() === '' ? 'Untitled' : title)

export async function searchCommand(request: Request): Promise<Answer> {
  const { incoming, member, args } = request
  const example = code(`${incoming.formatCommand('search')} words`)
  if (args === '') return [paragraph('Say what to look for: ', example)]
  const sections = await visibleSections(request)
  if (sections === 'none') return [notSubscribedHere()]
  const query = args.slice(0, 500)
  const hits =
    sections === 'all'
      ? (await member.call(search.find, { query, k: maxResults })).results
      : await searchSections(member, query, sections)
  const found = paragraph(`Nothing found for “${args.slice(0, 100)}”. Try fewer or other words.`)
  if (hits.length === 0) return [found]
  return hits.map((hit) => {
    const ancestors = hit.above.map(({ title }) => untitled(title)).join(' › ')
    const fragment = hit.content.replaceAll(/\s+/g, ' ').trim().slice(0, maxFragmentLength)
    return item(
      bold(untitled(hit.title), pageUrl(member, hit.pageId)),
      ...(ancestors === '' ? [] : [{ text: ` · ${ancestors}` }]),
      ...(fragment === '' ? [] : [{ text: `\n${fragment}` }]),
    )
  })
}

async function searchSections(member: Member, query: string, sections: readonly string[]) {
  const found = await Promise.all(
    sections.map((underPageId) => member.call(search.find, { query, k: maxResults, underPageId })),
  )
  const seen = new Set<string>()
  return found
    .flatMap(({ results }) => results)
    .filter(({ pageId }) => !seen.has(pageId) && seen.add(pageId))
    .slice(0, maxResults)
}

export async function getCommand(request: Request): Promise<Answer> {
  const { incoming, member, args } = request
  if (args === '')
    return [paragraph('Say which page: ', code(`${incoming.formatCommand('get')} title`))]
  const sections = await visibleSections(request)
  if (sections === 'none') return [notSubscribedHere()]
  const found = await findPage(member, args)
  if (found.kind !== 'one') {
    // Other readers may not be allowed to know the titles either.
    if (sections !== 'all') return [notSubscribedHere()]
    return pageOptions(found, args, (id) => code(`${incoming.formatCommand('get')} ${id}`))
  }
  const { title, content, breadcrumb } = await member.call(pages.document, { pageId: found.id })
  const lineage = new Set([found.id, ...breadcrumb.map(({ id }) => id)])
  if (sections !== 'all' && !sections.some((id) => lineage.has(id))) return [notSubscribedHere()]
  return [
    paragraph(bold(untitled(title), found.url)),
    ...pageBlocks(content, member.context.publicUrl ?? ''),
  ]
}

/** The pages to choose from. */
function pageOptions(
  found: Exclude<Found, { kind: 'one' }>,
  args: string,
  command: (id: string) => Span,
): Block[] {
  const name = `“${args.slice(0, 100)}”`
  if (found.options.length === 0) return [paragraph(`There is no page ${name}. Check its name.`)]
  const head =
    found.kind === 'several'
      ? `Several pages are called ${name}. Which one?`
      : `There is no page ${name}. Did you mean one of these?`
  const options = found.options.map(({ id, title, ancestors }) =>
    item(bold(untitled(title)), ancestors === '' ? '' : ` · ${ancestors}`, '\n', command(id)),
  )
  return [paragraph(head), ...options]
}

/** The sections an answer may show: in a shared chat, only those it is subscribed to. */
async function visibleSections(request: Request): Promise<'all' | 'none' | string[]> {
  if (!request.incoming.isShared) return 'all'
  const here = (await subscriptionsHere(request)).filter(({ isPaused }) => !isPaused)
  if (here.some(({ sectionId }) => sectionId === null)) return 'all'
  const sections = here.flatMap(({ sectionId }) => sectionId ?? [])
  return sections.length === 0 ? 'none' : sections
}

function notSubscribedHere(): Block {
  return paragraph(
    'Others read along here, so I only show what this chat is subscribed to, and that is not in it. Ask me in a private chat.',
  )
}

async function subscriptionsHere({ bot, incoming, member }: Request) {
  const { subscriptions } = await member.call(chatSubscriptions.list, {})
  return subscriptions.filter(
    ({ connectionId, chatId }) => connectionId === bot.connectionId && chatId === incoming.chat.id,
  )
}

export async function subscribeCommand(request: Request): Promise<Answer> {
  const { bot, incoming, member, args } = request
  const { formatCommand, chat } = incoming
  if (args === '') {
    return [
      paragraph(
        'Say which section, and if you like which events: ',
        code(`${formatCommand('subscribe')} Handbook comments`),
      ),
      item(code(`${formatCommand('subscribe')} everything`), ' is the whole workspace.'),
      item(`Events: ${eventWords().join(', ')}; without any, all.`),
    ]
  }
  const wanted = await findSection(member, args)
  if (wanted.kind !== 'section') {
    if (incoming.isShared) {
      return [paragraph('There is no page of exactly this title. Name the section by its address.')]
    }
    return pageOptions(wanted.found, args, (id) => code(`${formatCommand('subscribe')} ${id}`))
  }
  const { id, title, events } = wanted
  const input = {
    connectionId: bot.connectionId,
    chatId: chat.id,
    chatName: chat.name,
    sectionId: id,
  }
  await member.call(chatSubscriptions.create, events === undefined ? input : { ...input, events })
  const what = events === undefined ? 'what happens' : events.join(', ')
  return [
    paragraph('From now on I tell here ', what, ' in ', bold(title), '.'),
    paragraph(
      'To end it: ',
      code(`${formatCommand('unsubscribe')} ${id === null ? 'everything' : title}`),
    ),
  ]
}

type Wanted =
  | { kind: 'section'; id: string | null; title: string; events: ChatEvent[] | undefined }
  | { kind: 'unknown'; found: Exclude<Found, { kind: 'one' }> }

/** A title may end with the name of an event, so the complete text is tried first. */
async function findSection(member: Member, args: string): Promise<Wanted> {
  const complete = await sectionOf(member, args)
  if (complete.kind === 'one') return { ...complete, kind: 'section', events: undefined }
  const rest = args.split(/[\s,]+/)
  const events: ChatEvent[] = []
  while (rest.length > 1) {
    const some = eventsOf(rest.at(-1) ?? '')
    if (some === undefined) break
    events.push(...some)
    rest.pop()
  }
  if (events.length === 0) return { kind: 'unknown', found: complete }
  const section = await sectionOf(member, unquote(rest.join(' ')))
  if (section.kind === 'one')
    return { ...section, kind: 'section', events: chatEvents.filter((one) => events.includes(one)) }
  return { kind: 'unknown', found: section }
}

async function sectionOf(
  member: Member,
  args: string,
): Promise<{ kind: 'one'; id: string | null; title: string } | Exclude<Found, { kind: 'one' }>> {
  const name = unquote(args)
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
  const { incoming, member, args } = request
  const here = await subscriptionsHere(request)
  if (here.length === 0) return [paragraph('This chat is subscribed to nothing.')]
  const wanted = await wantedOf(request, here)
  if (wanted.length === 0) {
    const names = here.map((one) =>
      item(code(`${incoming.formatCommand('unsubscribe')} ${nameOf(one)}`)),
    )
    const head = args === '' ? 'Which one?' : 'This chat is not subscribed to that. It could be:'
    return [paragraph(head), ...names]
  }
  for (const { id } of wanted) await member.call(chatSubscriptions.remove, { subscriptionId: id })
  return [paragraph('I tell no more of ', bold(wanted.map(nameOf).join(', ')), ' here.')]
}

type Here = Awaited<ReturnType<typeof subscriptionsHere>>

async function wantedOf({ member, args }: Request, here: Here): Promise<Here> {
  const name = unquote(args).toLowerCase()
  if (name === '') return here.length === 1 ? here : []
  const named = here.filter(
    (one) => nameOf(one).toLowerCase() === name || one.sectionId === name || one.id === name,
  )
  if (named.length > 0) return named
  if (name === 'all') return here
  const found = await findPage(member, unquote(args))
  return found.kind === 'one' ? here.filter(({ sectionId }) => sectionId === found.id) : []
}

function nameOf({ sectionId, sectionTitle }: Here[number]): string {
  return sectionId === null ? 'everything' : (sectionTitle ?? sectionId)
}

export async function subscriptionsCommand(request: Request): Promise<Answer> {
  const { incoming, member } = request
  const here = await subscriptionsHere(request)
  if (here.length === 0) {
    const example = code(`${incoming.formatCommand('subscribe')} section`)
    return [paragraph('This chat is subscribed to nothing. Subscribe with ', example)]
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
