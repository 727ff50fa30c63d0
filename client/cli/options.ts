import type { Option } from './command.ts'

/** Arguments and options that several commands have. */

export const page = { name: 'page' }
export const file: Option = {
  name: 'file',
  value: 'path',
  description: 'read the Markdown from a file, or from standard input for -',
}
export const text: Option = { name: 'text', value: 'markdown', description: 'the Markdown itself' }
export const heading: Option = {
  name: 'heading',
  value: 'text',
  description: 'the section with this heading',
}
export const to: Option = {
  name: 'to',
  value: 'folder',
  description: 'folder of the skills; default: .claude/skills',
}
export const label: Option = {
  name: 'label',
  value: 'label',
  description: 'the versions with this label, and the current version of skills without it',
}

export const toWorkspace: Option = {
  name: 'to-workspace',
  value: 'workspace',
  description: 'to this workspace, by its ID, slug or name; --parent is a page there',
}
