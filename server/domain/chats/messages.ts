import { catalogue, type Catalogue, type English } from '../../../messages/catalogue.ts'
import type { RichText } from './text.ts'

/** Messages whose tags become spans of a chat message. */
export function chatCatalogue<const Messages extends English>(
  name: string,
  messages: Messages,
): Catalogue<Messages, RichText> {
  return catalogue<Messages, RichText>(name, messages)
}

export const chatMessages = chatCatalogue('chats', {
  unlinkedInApp: 'Your account was unlinked in the web app.',
  test: 'This is a test. Quire can post here.',
  testEvents: 'This chat gets updates about {events}.',
})

/** Messages to a person about their inbox. */
export const inboxChatMessages = chatCatalogue('inbox-chats', {
  several:
    'You have <link>{count, plural, one {# new entry} other {# new entries}}</link> in your inbox:',
  more: '<link>{count, plural, one {# more entry} other {# more entries}}</link>',
  mention: '{name} mentioned you on <link>{title}</link>',
  mentionInComment: '{name} mentioned you in a comment on <link>{title}</link>',
  reply: '{name} replied on <link>{title}</link>',
  assignment: '{name} assigned <link>{title}</link> to you',
  review: '{name} proposed <link>{title}</link>',
  change: '{name} changed <link>{title}</link>',
  run: '{name} <link>changed pages</link>',
  agent: '{client} for {person}',
  untitled: 'Untitled',
  accept: 'Accept',
  decline: 'Decline',
})

export type InboxChatTexts = ReturnType<typeof inboxChatMessages.in>
