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
