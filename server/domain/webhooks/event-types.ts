/** What endpoints can be told of; the schema of each is in webhook-schemas.ts. */
export const eventTypes = {
  'page.created': 'A page was made.',
  'page.updated':
    'The title, icon or content of a page has changed. Saves of the editor are told as one.',
  'page.moved': 'A page has another parent, or another place among its siblings.',
  'page.deleted': 'A page and all under it went into the trash.',
  'page.restored': 'A page and all that went with it came back from the trash.',
  'comment.created': 'Somebody commented on a page, or answered a comment.',
  'comment.updated': 'The text of a comment has changed.',
  'comment.resolved': 'A thread of comments was resolved.',
  'comment.reopened': 'A resolved thread was opened again.',
  'comment.deleted': 'A comment was deleted.',
  'file.uploaded': 'A file was stored in the workspace.',
  'file.attached': 'A file was attached to a page.',
  'file.renamed': 'A file has another name.',
  'file.deleted': 'A file was deleted from the workspace, and from all pages.',
  'member.joined': 'A person became a member of the workspace.',
  'member.updated': 'A member has another role.',
  'member.removed': 'A person is no longer a member.',
  'webhook.test':
    'A test that somebody asked for; it is sent to one endpoint, whatever it subscribes to.',
} as const

export type EventType = keyof typeof eventTypes

// SAFETY: the keys of the literal above.
export const eventTypeNames = Object.keys(eventTypes) as EventType[]

/** What an endpoint may subscribe to: names, all of a noun, or all. */
export const subscriptions: readonly string[] = [
  '*',
  ...new Set(eventTypeNames.map((name) => `${name.split('.')[0]}.*`)),
  ...eventTypeNames,
].filter((name) => !name.startsWith('webhook.'))

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypes, type)
}

export function subscribes(events: readonly string[], type: string): boolean {
  return events.some((one) => one === '*' || one === type || one === `${type.split('.')[0]}.*`)
}
