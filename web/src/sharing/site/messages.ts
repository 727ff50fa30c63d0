import { texts } from '../../lib/texts.ts'

export const t = texts('sharing.site', {
  intro:
    'Publish this page and the pages below it as a website that anyone can read, without an account. Pages below it with permissions of their own stay hidden.',
  publishHint: 'Changes to the pages appear on the site immediately.',
  title: 'Site title',
  slug: 'Address',
  slugHint: 'Lowercase letters, digits and hyphens. Leave empty to use the page title.',
  slugPublishedHint: 'If you change the address, the old one stops working.',
  description: 'Description',
  descriptionHint: 'Shown in search results and link previews.',
  indexed: 'Search engines can list this site',
  publish: 'Publish',
  published: 'Site published',
  live: 'Published on {date, date, medium} by <name></name>',
  open: 'Open site',
  save: 'Save',
  saved: 'Site updated',
  unpublish: 'Unpublish',
  unpublishTitle: 'Unpublish this site?',
  unpublishBody: 'The site goes offline immediately. The pages stay as they are.',
  unpublished: 'Site unpublished',
})
