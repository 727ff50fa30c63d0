/** What a chat can be told of. */
export const chatEvents = [
  'page.created',
  'page.updated',
  'page.moved',
  'page.deleted',
  'comment.created',
  'comment.resolved',
] as const

export type ChatEvent = (typeof chatEvents)[number]

export function isChatEvent(type: string): type is ChatEvent {
  return chatEvents.some((one) => one === type)
}

/** What people write for events, to those meant; undefined for other words. */
export function eventsOf(word: string): ChatEvent[] | undefined {
  const name = word.toLowerCase()
  if (name === 'all' || name === 'everything') return [...chatEvents]
  const found = chatEvents.filter((event) => {
    const [noun = '', verb = ''] = event.split('.')
    return [event, noun, `${noun}s`].includes(name) || (noun === 'page' && verb === name)
  })
  if (name === 'resolved') return ['comment.resolved']
  return found.length === 0 ? undefined : found
}
