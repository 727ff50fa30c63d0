import type { Session } from '../command.ts'
import { download } from '../commands/files.ts'
import { readPage } from '../commands/pages.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { repeatable } from '../session.ts'
import { requireDistinct, requireSafeName, skillName } from './names.ts'

export type SkillPage = { id: string; title: string; name: string }
export type Skill = SkillPage & { files: ReadonlyMap<string, Uint8Array> }

const skillFile = 'SKILL.md'
const maxSkills = 200
const maxFileBytes = 32 * 1024 * 1024
const maxDescription = 1024

/**
 * The skills of the workspace, oldest first. Of several with the same name, the oldest has the plain one, so that a
 * new skill never takes the folder of another.
 */
export async function listSkillPages({ client, workspaceId }: Session): Promise<SkillPage[]> {
  const input = { workspaceId: await workspaceId(), limit: maxSkills }
  const { pages } = await client.workspaces.skills(input, repeatable())
  const used = new Set<string>()
  return pages.toReversed().map(({ id, title }) => {
    const plain = skillName({ id, title })
    const name = used.has(plain) ? `${plain.slice(0, 51)}-${id.slice(-12)}` : plain
    used.add(name)
    return { id, title, name }
  })
}

/** Throws SKILL_NOT_FOUND. */
export function chooseSkills(pages: readonly SkillPage[], wanted: readonly string[]): SkillPage[] {
  const missing = wanted.find((name) => !pages.some((page) => page.name === name))
  if (missing !== undefined)
    throw new CommandError(
      `The workspace has no skill ${JSON.stringify(missing)}. Run quire skills list for their names.`,
      'SKILL_NOT_FOUND',
      exitCodes.missing,
    )
  return pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
}

/** A skill with its text and the files of its page. Throws NAME_UNSAFE, NAME_CLASH, FILE_TOO_LARGE. */
export async function readSkill(session: Session, page: SkillPage): Promise<Skill> {
  const workspaceId = await session.workspaceId()
  const { markdown } = await readPage(session, page.id)
  const { source } = await session.client.pages.properties(
    { workspaceId, pageId: page.id },
    repeatable(),
  )
  const attached = await session.client.pageFiles.list(
    { workspaceId, pageId: page.id },
    repeatable(),
  )
  const named = attached.files.map((file) => ({ ...file, name: requireSafeName(file.name) }))
  requireDistinct([skillFile, ...named.map(({ name }) => name)])
  const files = new Map([
    [skillFile, new TextEncoder().encode(skillText(page, { source, markdown }))],
  ])
  for (const { id, name, size } of named) {
    if (size > maxFileBytes)
      throw new CommandError(
        `${name} of ${page.name} has more than ${maxFileBytes} bytes. Take it off the page.`,
        'FILE_TOO_LARGE',
      )
    const response = await download(session, id)
    files.set(name, new Uint8Array(await response.arrayBuffer()))
  }
  return { ...page, files }
}

/** With the properties of the page as front matter, which always names the folder and says what the skill is for. */
function skillText(
  { name, title }: SkillPage,
  { source, markdown }: { source: string | null; markdown: string },
): string {
  const properties = blocksOf(source ?? '')
  const others = [...properties].filter(([key]) => key !== 'name' && key !== 'description')
  // A JSON string is a YAML string.
  const description =
    properties.get('description') ?? `description: ${JSON.stringify(describe(markdown) ?? title)}`
  const lines = [`name: ${name}`, description, ...others.map(([, block]) => block)]
  return `---\n${lines.join('\n')}\n---\n\n${markdown}`
}

/** The lines of each key at the top level of a YAML mapping. */
function blocksOf(yaml: string): Map<string, string> {
  const blocks = yaml.trimEnd().split(/\n(?=[^\s#-])/)
  return new Map(
    blocks.flatMap((block) => {
      const key = /^(?:"([^"]+)"|'([^']+)'|([^\s:#][^:]*)):(?:\s|$)/.exec(block)
      return key === null ? [] : [[key[1] ?? key[2] ?? key[3] ?? '', block] as const]
    }),
  )
}

/** The first line of text, which says what the skill is for. */
function describe(markdown: string): string | undefined {
  const line = markdown
    .split('\n')
    .map((text) => text.trim())
    .find((text) => /^[\p{L}\p{N}"'*_]/u.test(text))
  return line === undefined ? undefined : Array.from(line).slice(0, maxDescription).join('')
}
