/**
 * What each capability of the domain may import of others: `all`, or as `types` only. `context` is what every
 * rule works with, and lies in no folder.
 */
export const capabilities: Record<string, { all: readonly string[]; types?: readonly string[] }> = {
  activity: {
    all: ['administration', 'events', 'search'],
    types: ['context'],
  },
  administration: { all: [], types: ['context'] },
  agents: {
    all: ['administration', 'events', 'pages', 'people', 'rights', 'webhooks'],
    types: ['context'],
  },
  chats: {
    all: ['administration', 'inbox', 'leases', 'pages', 'people'],
    types: ['context', 'webhooks'],
  },
  comments: { all: ['document', 'events', 'inbox', 'pages', 'rights'], types: ['context'] },
  context: {
    all: ['people'],
    types: [
      'administration',
      'chats',
      'document',
      'pages',
      'runs',
      'search',
      'semantic',
      'skills',
      'webhooks',
    ],
  },
  events: { all: ['administration'], types: ['context'] },
  files: { all: ['administration', 'events', 'people', 'runs'], types: ['context'] },
  idempotency: { all: [], types: ['context'] },
  inbox: { all: ['events', 'people'], types: ['administration', 'context'] },
  leases: { all: [] },
  links: { all: ['document', 'pages', 'people', 'search'], types: ['context'] },
  mails: { all: [] },
  pages: {
    all: [
      'administration',
      'document',
      'events',
      'files',
      'inbox',
      'mails',
      'people',
      'rights',
      'search',
    ],
    types: ['context'],
  },
  proposals: {
    all: ['administration', 'document', 'events', 'inbox', 'pages', 'people', 'rights', 'search'],
    types: ['context'],
  },
  people: { all: ['administration', 'events', 'mails', 'rights'], types: ['context'] },
  rights: { all: ['administration', 'events'], types: ['context'] },
  search: { all: ['document', 'leases', 'rights'], types: ['context', 'semantic'] },
  semantic: { all: ['administration', 'document', 'events', 'rights'], types: ['context'] },
  reverts: {
    all: ['agents', 'comments', 'document', 'files', 'pages', 'runs'],
    types: ['context'],
  },
  runs: { all: [], types: ['context'] },
  sharing: {
    all: ['administration', 'document', 'pages', 'people', 'rights', 'search', 'views'],
    types: ['context'],
  },
  skills: {
    all: ['administration', 'document', 'events', 'files', 'pages', 'people', 'runs', 'search'],
    types: ['context'],
  },
  templates: {
    all: ['administration', 'document', 'pages', 'rights'],
    types: ['context'],
  },
  transfer: {
    all: [
      'administration',
      'agents',
      'chats',
      'comments',
      'document',
      'files',
      'leases',
      'pages',
      'people',
      'proposals',
      'rights',
      'runs',
      'search',
      'semantic',
      'sharing',
      'webhooks',
    ],
    types: ['context'],
  },
  views: { all: ['document', 'pages', 'search'], types: ['context'] },
  watches: { all: ['pages', 'people'], types: ['context'] },
  webhooks: {
    all: ['administration', 'chats', 'events', 'mails', 'pages', 'people'],
    types: ['context'],
  },
}
