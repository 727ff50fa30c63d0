import { texts } from '../lib/texts.ts'

export const t = texts('editor', {
  placeholder: 'Write, or type / to insert something',
  pageText: 'Page text',
  readOnly: 'This page is read-only.',

  codeLanguage: 'Code language',
  plainText: 'Plain text',
  copy: 'Copy',
  copyCode: 'Copy code',
  copied: 'Copied',
  copyFailed: 'Could not copy',

  calloutKind: 'Callout type',

  task: 'Task',
  file: 'File',
  fileWithSize: '{name} ({size})',
  image: 'Image',
  untitledPage: 'Untitled page',
  footnote: 'Footnote {label}',
  formula: 'Formula',
  formulaSource: 'Formula: {source}',
  emptyFormula: 'Empty formula',
  html: 'HTML source',
  htmlSource: 'HTML source: {source}',
  emptyHtml: 'Empty HTML source',

  uploading: '{name} · {share, number, percent}',
  uploadFailed: 'Could not upload {name}.',
})
