import { AppError } from '../../lib/errors.ts'
import { listOperations } from '../../operations/index.ts'
import { chatgptTools } from './chatgpt-tools.ts'
import { getProperties, setProperties } from './knowledge/properties.ts'
import { queryView } from './knowledge/views.ts'
import { operationTool } from './operation-tool.ts'
import { activity } from './pages/activity.ts'
import { createPage, createPages } from './pages/creating.ts'
import { changes, restore, trash, versions } from './pages/history.ts'
import { getPage } from './pages/reading.ts'
import { revertRun } from './pages/reverting.ts'
import { searchPages } from './pages/search.ts'
import { updatePage } from './pages/updating.ts'
import { editPage, editPages, moveCard } from './pages/writing.ts'
import { createProposal } from './proposals/creating.ts'
import { listOfProposals, reviewProposal } from './proposals/reviewing.ts'
import { type AgentTool, describeTool } from './tool.ts'
import { commentsList } from './workspace/comments.ts'
import { addFile, listFiles } from './workspace/files.ts'
import { inboxList } from './workspace/inbox.ts'
import { openThreadsList } from './workspace/open-threads.ts'
import { readSkillFile } from './workspace/skill-files.ts'
import { listSkills } from './workspace/skills.ts'

/** Tools with an input of their own. They stand in for tools of operations with the same name. */
const ownTools: readonly AgentTool[] = [
  ...chatgptTools,
  searchPages,
  getPage,
  changes,
  activity,
  inboxList,
  openThreadsList,
  commentsList,
  versions,
  trash,
  listFiles,
  listSkills,
  readSkillFile,
  queryView,
  getProperties,
  createPage,
  createPages,
  editPage,
  editPages,
  updatePage,
  moveCard,
  setProperties,
  restore,
  revertRun,
  addFile,
  createProposal,
  listOfProposals,
  reviewProposal,
]

/**
 * Tools of earlier releases that others replace. They can still be called until release 0.30, and `?tools=all` lists
 * them.
 */
const replacedTools = new Set([
  'get_page_markdown',
  'get_page_stats',
  'list_page_files',
  'list_agents',
  'attach_file',
  'attach_image',
  'upload_file',
  'upload_image',
  'create_page_from_file',
])

const ownNames = new Set(ownTools.map(({ name }) => name))

/**
 * All tools, read-only ones first, because some clients call the first tool to test the server. The order is
 * stable, so that clients can cache it.
 */
export const tools: readonly AgentTool[] = [
  ...ownTools,
  ...listOperations().flatMap((operation) =>
    'none' in operation.tool || ownNames.has(operation.tool.name)
      ? []
      : [operationTool(operation, operation.tool)],
  ),
].toSorted((a, b) => Number(a.effect !== 'reads') - Number(b.effect !== 'reads'))

const byName = new Map(tools.map((tool) => [tool.name, tool]))
const descriptions = tools.map((tool) => ({ group: tool.group, listed: describeTool(tool) }))

/** `default` is no group: it stands for the tools that every list contains. */
const toolsets = new Set([
  'all',
  'default',
  ...tools.flatMap(({ group }) => group ?? []).toSorted((a, b) => a.localeCompare(b)),
])

export function findTool(name: string): AgentTool | undefined {
  return byName.get(name)
}

/**
 * The tools for a key, with those of some groups. A read-only key gets read-only tools. Throws VALIDATION_FAILED for
 * an unknown group.
 */
export function listTools(
  { readOnly }: { readOnly: boolean },
  groups: readonly string[] = [],
): ReturnType<typeof describeTool>[] {
  const unknown = groups.filter((name) => !toolsets.has(name))
  if (unknown.length > 0) {
    const message = `?tools= in the address of this MCP server names the unknown group ${unknown.join(', ')}; use ${[...toolsets].join(', ')}.`
    throw new AppError('VALIDATION_FAILED', message)
  }
  const isAll = groups.includes('all')
  const isListed = ({ group, listed }: (typeof descriptions)[number]) =>
    isAll || (group === undefined ? !replacedTools.has(listed.name) : groups.includes(group))
  return descriptions
    .filter((one) => (!readOnly || one.listed.annotations.readOnlyHint) && isListed(one))
    .map(({ listed }) => listed)
}
