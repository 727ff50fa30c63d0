import { catalogue } from '../../../messages/catalogue.ts'

export const inboxMessages = catalogue('inboxMails', {
  subject: '{count, plural, one {# unread entry} other {# unread entries}} in {workspace}',
  digest: `Hello {name},

this is unread in your inbox in {workspace}:

{entries}

To open the inbox:

{url}

To change or stop these emails:

{settings}
`,
  mention: '{name} mentioned you on “{title}”',
  mentionInComment: '{name} mentioned you in a comment on “{title}”',
  reply: '{name} replied on “{title}”',
  assignment: '{name} assigned “{title}” to you',
  review: '{name} proposes “{title}”',
  change: '{name} changed “{title}”',
  run: '{name} changed pages',
  agent: '{client} for {person}',
  untitled: 'Untitled',
})

export type InboxTexts = ReturnType<typeof inboxMessages.in>
