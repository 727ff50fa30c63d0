import { texts } from '../lib/texts.ts'

export const t = texts('trash', {
  title: 'Trash',
  hint: 'Deleted pages with their subpages. They stay here until an admin deletes them permanently.',
  emptyTitle: 'The trash is empty',
  emptyHint: 'Pages that you delete come here first, so you can restore them.',
  loading: 'Loading the trash',
  subpages: '{count, plural, one {# subpage} other {# subpages}}',
  restore: 'Restore',
  restorePage: 'Restore {title}',
  restored: '“{title}” restored',
  notRestored: 'The page was not restored',
  delete: 'Delete',
  deletePage: 'Delete {title} permanently',
  deleteTitle: 'Delete “{title}” permanently?',
  deleteHint: 'This deletes its text, history and comments. You cannot undo this.',
  deleteHintSubpages:
    'This deletes its text, history and comments, and those of all its subpages. You cannot undo this.',
  deleteForever: 'Delete permanently',
  deleted: '“{title}” deleted permanently',
  notDeleted: 'The page was not deleted',
  cancel: 'Cancel',
  empty: 'Empty trash',
  emptyQuestion: 'Empty the trash?',
  emptyWarning:
    'This deletes all pages in the trash with their history and comments. You cannot undo this.',
  emptied: '{count, plural, one {# page} other {# pages}} deleted permanently',
  notEmptied: 'The trash was not emptied',
})
