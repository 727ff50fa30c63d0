import { catalogue } from '../../../messages/catalogue.ts'

export const inboxMessages = catalogue('inboxMails', {
  subject: '{count, plural, one {# unread entry} other {# unread entries}} in {workspace}',
  digest: `Hello {name},

You have unread entries in your inbox in {workspace}:

{entries}

View your inbox:

{url}

You receive this email because emails about your inbox are turned on. Change your settings:

{settings}

Unsubscribe:

{unsubscribe}
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
