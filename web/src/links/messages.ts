import { texts } from '../lib/texts.ts'

export const t = texts('links', {
  title: 'Links',
  titleWithCount: '{count, plural, one {Links: # backlink} other {Links: # backlinks}}',
  close: 'Close',

  backlinks: 'Links to this page',
  backlinkCount:
    '{links, plural, one {# link} other {# links}} from {pages, plural, one {# page} other {# pages}}',
  noBacklinks: 'No page links here yet. Type [[ in a page to link it to another one.',
  mentions: 'Mentions without a link',
  noMentions: 'No other page mentions this title.',
  moreMentions: 'There may be more mentions. Link these first to see the rest.',
  link: 'Link',
  linkIn: 'Link the mention in {title}',
  linked: 'Linked in {title}',
  notLinked: 'Could not add the link',
  broken: 'Broken links on this page',

  missing: 'The page does not exist, or you cannot read it.',
  inTrash: 'The page is in the trash.',
  noAnchor: 'The page has no heading or block {anchor}.',

  upkeepTitle: 'Broken links and orphans',
  upkeepHint: 'Links whose page does not exist, and pages that no other page links to.',
  brokenTab: 'Broken links',
  noBroken: 'No broken links',
  noBrokenHint: 'Every link to a page in this workspace works.',
  orphansTab: 'Orphans',
  orphansHint:
    'Top-level pages without backlinks or subpages. Link them, move them or delete them.',
  noOrphans: 'No orphans',
  noOrphansHint: 'Every top-level page has backlinks or subpages.',

  tagsTitle: 'Tags',
  tagsHint: 'Type # and a word in a page to give it a tag.',
  findTag: 'Find a tag',
  noTags: 'No tags',
  noTagsHint: 'Type # and a word in a page, or use the property tags.',
  allTags: 'All tags',
  pages: '{count, plural, one {# page} other {# pages}}',
  manyPages: '100 pages or more',
  noPages: 'No pages have this tag',
  noPagesHint: 'The tag was renamed, or you cannot read its pages.',
  rename: 'Rename tag',
  newName: 'New name',
  renameHint:
    'Renames the tag on all pages that you can edit. If a tag with the new name exists, the two tags are merged.',
  invalidName: 'Use letters, digits, -, _ and /, with at least one letter.',
  renaming: 'Renaming the tag on its pages.',
  notRenamed: 'Could not rename the tag',
  cancel: 'Cancel',
})
