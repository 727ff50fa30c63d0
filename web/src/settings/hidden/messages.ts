import { texts } from '../../lib/texts.ts'

export const t = texts('settings.hidden', {
  title: 'Restricted pages that you cannot read',
  description:
    'As an owner, you can hand these pages over to a member or delete them. People who manage a page are notified, and the audit log records it.',
  managedBy: 'Managed by {names}',
  noManager: 'No one manages this page',
  createdAt: '{count, plural, one {# page} other {# pages}} · restricted on {date, date, medium}',
  handOver: 'Hand over',
  handOverOf: 'Hand over the page managed by {names}',
  handOverTitle: 'Hand over this page',
  newManager: 'New manager',
  newManagerHint: 'This member can read, edit and share the page and the pages below it.',
  managerChanged: 'Page handed over',
  deleteOf: 'Delete the page managed by {names}',
  deleteTitle: 'Delete this page?',
  deleteBody:
    'The page and the pages below it move to the trash. A page that is in the trash is deleted permanently.',
  deleted: 'Page deleted',
})
