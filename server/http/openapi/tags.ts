import type { Noun } from '../../operations/index.ts'

type Tag = { name: string; description: string }

/** What the API docs call each noun that programs may use, and say of it. */
export const tags = {
  service: { name: 'Service', description: 'Is it up, and which version? No key needed.' },
  workspaces: { name: 'Workspaces', description: 'What a workspace holds.' },
  pages: { name: 'Pages', description: 'Create, change, move and read pages.' },
  history: { name: 'History', description: 'What a page was, and bringing it back.' },
  favourites: { name: 'Favourites', description: 'The pages a person keeps at hand.' },
  recent: { name: 'Recent pages', description: 'The pages a person opened last.' },
  trash: { name: 'Trash', description: 'Delete pages, and bring them back.' },
  comments: { name: 'Comments', description: 'Talk about a page, or a text on it.' },
  files: { name: 'Files', description: 'Find files, and where they are used.' },
  pageFiles: { name: 'Page files', description: 'Upload files and attach them to pages.' },
  webhooks: {
    name: 'Webhooks',
    description: 'Tell other programs what happens, signed, with a log of every attempt.',
  },
  webhookDeliveries: { name: 'Webhook deliveries', description: 'The log, and sending again.' },
  search: { name: 'Search', description: 'Find pages by what they say.' },
} satisfies Partial<Record<Noun, Tag>>

export function tagOf(noun: Noun): Tag {
  const all: Partial<Record<Noun, Tag>> = tags
  return all[noun] ?? { name: noun, description: '' }
}
