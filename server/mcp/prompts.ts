import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { takeExcerpt } from '../domain/document/excerpt.ts'
import {
  countSkillUse,
  describeNextPages,
  describeSkill,
  listSkillPages,
  longName,
  namePages,
  readSkillPage,
  type SkillPage,
} from './skills.ts'
import { fillPlaceholders, findPlaceholders } from './tools/placeholders.ts'
import { maxTextBytes } from './tools/results.ts'
import type { McpRequest } from './transport/request.ts'

/** The skills of the active workspace as prompts, with their placeholders as arguments. */
export async function listPrompts(
  request: McpRequest,
  cursor: string | undefined,
): Promise<{ prompts: Prompt[]; nextCursor?: string }> {
  const all = await listSkillPages(request, 'SKILL')
  const names = namePages(all)
  const pages = all.filter(isForPeople)
  const { described, ...more } = await describeNextPages(pages, cursor, async (page) => {
    const markdown = await readSkillPage(request, page)
    return {
      name: names.get(page.id) ?? page.id,
      title: page.title,
      description: describeSkill(page, markdown),
      arguments: findPlaceholders(markdown).map((name) => ({ name, required: true })),
    }
  })
  return { prompts: described, ...more }
}

/** Skills with `user-invocable: false` are for agents alone, as in Claude Code. */
function isForPeople({ frontMatter }: SkillPage): boolean {
  const attributes: unknown = JSON.parse(frontMatter)
  const { metadata } = Object(attributes)
  // Publication makes texts of fields that the specification of skills does not know.
  const value = Object(attributes)['user-invocable'] ?? Object(metadata)['user-invocable']
  return String(value) !== 'false'
}

export async function getPrompt(
  request: McpRequest,
  name: string,
  args: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const pages = await listSkillPages(request, 'SKILL')
  const names = namePages(pages)
  const page =
    pages.find(({ id }) => names.get(id) === name) ?? pages.find((one) => longName(one) === name)
  if (page === undefined)
    throw invalid(`Unknown prompt ${name}. Call prompts/list for all prompts.`)
  const markdown = await readSkillPage(request, page)
  const placeholders = findPlaceholders(markdown)
  const missing = placeholders.filter((argument) => args[argument] === undefined)
  if (missing.length > 0)
    throw invalid(`The prompt ${name} requires these arguments: ${missing.join(', ')}.`)
  const unknown = Object.keys(args).filter((argument) => !placeholders.includes(argument))
  if (unknown.length > 0) {
    const takes = placeholders.length === 0 ? 'no arguments' : placeholders.join(', ')
    throw invalid(`The prompt ${name} accepts ${takes}, not ${unknown.join(', ')}.`)
  }
  await countSkillUse(request, page)
  const filled = fillPlaceholders(markdown, args)
  const { text, nextOffset } = takeExcerpt(filled, 0, maxTextBytes)
  const rest =
    nextOffset === null ? '' : `\n[Truncated. Read the complete skill with get_page ${page.id}.]`
  return {
    description: describeSkill(page, markdown),
    messages: [{ role: 'user', content: { type: 'text', text: text + rest } }],
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
