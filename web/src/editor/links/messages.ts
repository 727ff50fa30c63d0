import { texts } from '../../lib/texts.ts'

export const t = texts('editor.links', {
  createPage: 'Create page “{title}”',
  notCreated: 'Could not create the page',
  newTag: 'New tag',
  untitledPage: 'Untitled page',
  empty: 'This page is empty.',
  edited: 'Edited <ago></ago>',
})
