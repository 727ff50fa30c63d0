import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { cutPart } from '../domain/document/excerpt.ts'
import {
  describePart,
  describeSkill,
  listSkillPages,
  longName,
  namePages,
  readSkillPage,
} from './skills.ts'
import { fillPlaceholders, findPlaceholders } from './tools/placeholders.ts'
import { largestText } from './tools/results.ts'
import type { Session } from './transport/session.ts'

/** The skills of the active workspace as prompts, their placeholders the arguments. */
export async function listPrompts(
  session: Session,
  cursor: string | undefined,
): Promise<{ prompts: Prompt[]; nextCursor?: string }> {
  const pages = await listSkillPages(session, 'SKILL')
  const names = namePages(pages)
  const { described, ...more } = await describePart(pages, cursor, async (page) => {
    const markdown = await readSkillPage(session, page)
    return {
      name: names.get(page.id) ?? page.id,
      title: page.title,
      description: describeSkill(page, markdown),
      arguments: findPlaceholders(markdown).map((name) => ({ name, required: true })),
    }
  })
  return { prompts: described, ...more }
}

export async function getPrompt(
  session: Session,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const pages = await listSkillPages(session, 'SKILL')
  const names = namePages(pages)
  const page =
    pages.find(({ id }) => names.get(id) === name) ?? pages.find((one) => longName(one) === name)
  if (page === undefined) throw refuse(`Unknown prompt ${name}. Call prompts/list for all prompts.`)
  const markdown = await readSkillPage(session, page)
  const wanted = findPlaceholders(markdown)
  const missing = wanted.filter((argument) => given[argument] === undefined)
  if (missing.length > 0)
    throw refuse(`The prompt ${name} requires these arguments: ${missing.join(', ')}.`)
  const unknown = Object.keys(given).filter((argument) => !wanted.includes(argument))
  if (unknown.length > 0) {
    const takes = wanted.length === 0 ? 'no arguments' : wanted.join(', ')
    throw refuse(`The prompt ${name} accepts ${takes}, not ${unknown.join(', ')}.`)
  }
  const filled = fillPlaceholders(markdown, given)
  const { text, nextOffset } = cutPart(filled, 0, largestText)
  const rest =
    nextOffset === null ? '' : `\n[Truncated. Read the complete skill with get_page ${page.id}.]`
  return {
    description: describeSkill(page, markdown),
    messages: [{ role: 'user', content: { type: 'text', text: text + rest } }],
  }
}

function refuse(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
