/** The tests of the web app that also run in Firefox, by what a person does. */
export const journeys: Readonly<Record<string, string>> = {
  'first start': 'test/browser/first-start.test.ts',
  'typing, slash menu and images': 'test/browser/pages/editor.test.ts',
  paste: 'test/browser/pages/clipboard.test.ts',
  'image upload': 'test/browser/pages/pasted-image.test.ts',
  caret: 'test/browser/pages/caret.test.ts',
  comments: 'test/browser/pages/comments.test.ts',
  'history and restore': 'test/browser/pages/history.test.ts',
  board: 'test/browser/pages/board.test.ts',
  search: 'test/browser/search.test.ts',
  keys: 'test/browser/settings/api-keys.test.ts',
  conflict: 'test/browser/pages/editor-concurrent.test.ts',
  phone: 'test/browser/phone.test.ts',
  'two windows': 'test/browser/live/shared-editing.test.ts',
}

/** Tests that the driver cannot run. */
export const skipped: readonly RegExp[] = [
  // WebDriver BiDi of Firefox has no command for the medium.
  /prints the page without what is around it/,
]
