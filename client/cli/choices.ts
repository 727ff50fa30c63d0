// Written by `npm run snap` from the schemas of operations.
export const importKinds = [
  'markdown',
  'obsidian',
  'notion',
  'confluence',
  'outline',
  'evernote',
  'joplin',
  'logseq',
  'word',
  'html',
  'csv',
] as const

export const proposalStates = [
  'open',
  'changes_requested',
  'accepted',
  'declined',
  'withdrawn',
] as const
