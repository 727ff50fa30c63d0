import { texts } from '../../lib/texts.ts'

export const t = texts('settings.dailyPages', {
  title: 'Daily pages',
  description: 'How “Today” creates the page of each day.',
  parent: 'Below',
  parentHint:
    'The page that daily pages are created below. Without one, they are at the top level.',
  clearParent: 'Create daily pages at the top level',
  name: 'Title',
  nameHint: 'You can use {placeholders}.',
  template: 'Template',
  templateHint: 'Without one, daily pages are empty.',
  noTemplate: 'Empty page',
  save: 'Save daily pages',
  saved: 'Daily pages saved',
})
