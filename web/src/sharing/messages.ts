import { texts } from '../lib/texts.ts'

export const t = texts('sharing', {
  notLoaded: 'Could not load the permissions',
  notChanged: 'Could not change the permissions',
  untitled: 'Untitled',
  people: 'People',
  links: 'Links',
  publishing: 'Publish',
  site: 'Published site',

  remove: 'Remove access',
  levelOf: 'Access of {name}',

  add: 'Add',
  addPeople: 'Add people or groups',
  addPlaceholder: 'Name or email',
  nothingFound: 'No matching people or groups',
  newLevel: 'Access to give',
  added: '{name} added',

  access: 'People with access',
  you: 'You',
  group: 'Group',
  link: 'Share link',
  chat: 'Chat channel',
  webhook: 'Webhook',
  inherited: 'Inherited',
  onlyYours: 'You see only your own access. People who can edit the page see everyone.',

  general: 'General access',
  generalHint: 'For everyone in {workspace} who is not listed above.',
  byRole: 'Everyone, according to their role',
  everyoneLevel:
    '{level, select, read {Everyone can read} comment {Everyone can comment} propose {Everyone can propose changes} write {Everyone can edit} other {Everyone can manage}}',
  restricted: 'Only people with access',

  reviewers: 'Reviewers of proposals',
  reviewersHint:
    'People and groups who accept proposals to change these pages. An agent accepts proposals only if you add it here.',
  reviewersInherited: 'Inherited from the page above, until you save others.',
  requiredReviews: 'Required reviews',
  requiredCount:
    '{count, plural, =0 {None: everyone who can edit accepts} one {# of the reviewers must accept} other {# of the reviewers must accept}}',
  saveReviewers: 'Save reviewers',

  fromWorkspace: 'This page has no permissions of its own. Everyone in {workspace} has access.',
  fromSection: 'Permissions are inherited from <link>{title}</link>.',
  fromHidden: 'Permissions are inherited from a page that you cannot see.',
  ownInherited:
    'This page has permissions of its own, in addition to those inherited from the page above.',
  own: 'This page has permissions of its own. Permissions of the page above do not apply.',
  ownTop: 'This page has permissions of its own.',
  covers: 'They also apply to {count, plural, one {# page} other {# pages}} below it.',
  readOnly: 'You cannot change who has access. Ask someone who can manage this page.',

  makePrivate: 'Make private',
  makePrivateTitle: 'Make this page private?',
  makePrivateBody:
    'Only you can open this page and the pages below it. Everyone else loses access immediately.',
  inheritAgain: 'Reset permissions',
  inheritAgainTitle: 'Reset the permissions of this page?',
  inheritAgainBody:
    'This page no longer has permissions of its own. Everyone with access to the page above it gets the same access to this page.',
  inheritAgainTop:
    'This page no longer has permissions of its own. Everyone in {workspace} gets access according to their role.',
  loseOwnTitle: 'Give up your own access?',
  loseOwnBody:
    'You can no longer change who has access to this page, and you may no longer see it.',
  loseOwn: 'Continue',

  cancel: 'Cancel',
  copyLink: 'Copy page link',
  done: 'Done',
})
