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

  toggle: 'Toggle',

  date: 'Date',
  today: 'today',
  tomorrow: 'tomorrow',
  yesterday: 'yesterday',

  caption: 'Caption',
  imageWidth: 'Image width',
  pixels: '{width} pixels',
  showInPage: 'Show in page',
  showAsLink: 'Show as link',
  noViewer: 'This browser cannot show PDF files. Open the link instead.',
  cannotPlay: 'This browser cannot play the file. Open the link instead.',

  task: 'Task',
  file: 'File',
  fileWithSize: '{name} ({size})',
  image: 'Image',
  untitledPage: 'Untitled page',
  footnote: 'Footnote {label}',
  formula: 'Formula',
  formulaSource: 'Formula: {source}',
  emptyFormula: 'Empty formula',
  formulaTooLong: 'This formula is too long to be drawn.',

  diagram: 'Diagram',
  drawingDiagram: 'Drawing the diagram…',
  drawingTakesLong: 'Drawing the diagram takes longer than usual…',
  diagramFailed: 'This diagram cannot be drawn: {reason}',
  diagramTooLong: 'it has more than {count} characters',
  diagramTooSlow: 'it takes too long',
  tryAgain: 'Try again',

  html: 'HTML source',
  htmlSource: 'HTML source: {source}',
  emptyHtml: 'Empty HTML source',

  uploading: '{name} · {share, number, percent}',
  uploadFailed: 'Could not upload {name}.',
})
