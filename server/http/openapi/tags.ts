import type { Noun } from '../../operations/index.ts'

type Tag = { name: string; description: string }

/** Name and description in the API docs of each noun that programs can use. */
export const tags = {
  service: { name: 'Service', description: 'Health and version. No API key required.' },
  workspaces: { name: 'Workspaces', description: 'Your workspaces and their contents.' },
  pages: { name: 'Pages', description: 'Create, read, update and move pages.' },
  history: { name: 'History', description: 'Earlier versions of a page.' },
  activity: { name: 'Activity', description: 'What happened in a workspace.' },
  runs: { name: 'Runs', description: 'What one program or person changed for one task.' },
  reverts: { name: 'Reverts', description: 'Undo what a run changed.' },
  properties: {
    name: 'Properties',
    description: 'Schemas of properties, and their keys and values.',
  },
  copies: { name: 'Copies', description: 'Duplicate pages.' },
  templates: { name: 'Templates', description: 'Pages that others are created from.' },
  skills: {
    name: 'Skills',
    description: 'Published versions of skills and agents, with their files.',
  },
  skillFiles: {
    name: 'Skill files',
    description: 'Writes to the files of a draft of a skill.',
  },
  skillImports: {
    name: 'Skill imports',
    description: 'Previews of archives of skills and agents.',
  },
  skillUses: {
    name: 'Uses of skills',
    description: 'Who uses the published versions of skills and agents.',
  },
  skillEvaluations: {
    name: 'Evaluations of skills',
    description: 'Reported results of evaluations of published versions.',
  },
  skillLinks: {
    name: 'Skill links',
    description: 'Links that serve skills without an account.',
  },
  instructions: {
    name: 'Instructions',
    description: 'What the admins of a workspace tell every agent.',
  },
  dailyPages: { name: 'Daily pages', description: 'One page for each day.' },
  favourites: { name: 'Favourites', description: 'Your favourite pages.' },
  recent: { name: 'Recent pages', description: 'The pages you opened last.' },
  trash: { name: 'Trash', description: 'Delete and restore pages.' },
  comments: { name: 'Comments', description: 'Comments on pages and on quoted text.' },
  proposals: { name: 'Proposals', description: 'Propose, review, accept and decline changes.' },
  inbox: { name: 'Inbox', description: 'What waits for your attention.' },
  watches: { name: 'Watches', description: 'Pages whose changes appear in your inbox.' },
  links: { name: 'Share links', description: 'Links that open a page without an account.' },
  files: { name: 'Files', description: 'Find, rename and delete files.' },
  imports: { name: 'Imports', description: 'Import archives and documents as pages.' },
  transfers: {
    name: 'Transfers',
    description: 'Copy and move pages to other workspaces.',
  },
  pageFiles: { name: 'Page files', description: 'Upload files and attach them to pages.' },
  markdownFiles: {
    name: 'Markdown files',
    description: 'Pages as the Markdown files of a folder, for programs that keep it in sync.',
  },
  pageLinks: {
    name: 'Links between pages',
    description: 'Backlinks, unlinked mentions, broken links and previews.',
  },
  tags: { name: 'Tags', description: 'The tags of pages.' },
  views: { name: 'Views', description: 'Queries over pages and their properties.' },
  permissions: {
    name: 'Permissions',
    description: 'Who can access a page and the pages below it.',
  },
  sites: { name: 'Sites', description: 'Publish pages as public websites.' },
  groups: { name: 'Groups', description: 'Members who receive permissions together.' },
  webhooks: {
    name: 'Webhooks',
    description: 'Send signed events to other programs, with a delivery log.',
  },
  webhookDeliveries: {
    name: 'Webhook deliveries',
    description: 'The delivery log, and resending.',
  },
  search: { name: 'Search', description: 'Search pages.' },
} satisfies Partial<Record<Noun, Tag>>

export function tagOf(noun: Noun): Tag {
  const all: Partial<Record<Noun, Tag>> = tags
  return all[noun] ?? { name: noun, description: '' }
}
