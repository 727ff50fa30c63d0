import { texts } from '../lib/texts.ts'

export const t = texts('home', {
  greeting: 'Hello, {name}',
  workspace: 'Workspace: {name}',
  newPage: 'New page',
  notCreated: 'The page was not created',
  recent: 'Recent',
  favourites: 'Favourites',
  pages: 'Pages',
  subpages: '{count, plural, one {# subpage} other {# subpages}}',
  loading: 'Loading',
  gettingStarted: 'Getting started',
  sharedWithYou: 'Shared with you',
  nothingShared: 'Nothing is shared with you yet. Pages appear here when someone shares them.',
  noPages: 'There are no pages yet. Members who can edit will add some.',
  firstPage: 'Create your first page',
  firstPageHint: 'Type / to insert headings, lists, tables and more.',
  files: 'Upload files',
  filesHint: 'Drop files of any size into the library and create pages from them.',
  agents: 'Connect an agent',
  agentsHint:
    'Create an API key so that Claude, Cursor or your own scripts can read and write here.',
  invite: 'Invite people',
  inviteHint: 'Send a link and choose a role for each person.',
  startWithTemplate: 'Start with a template',
})
