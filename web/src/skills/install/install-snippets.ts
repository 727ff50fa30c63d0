import type { Skill } from '../skill-queries.ts'

type Installed = {
  skill: Pick<Skill, 'id' | 'ownership'>
  workspaceId: string
  /** Of the version that agents are served. */
  name: string
}

const folders = {
  SKILL: [
    { client: 'Claude Code', folder: '.claude/skills' },
    { client: 'Codex, Cursor, Gemini CLI', folder: '.agents/skills' },
  ],
  AGENT: [{ client: 'Claude Code', folder: '.claude/agents' }],
} as const

/** Commands that install a skill or agent into the folder of a project. The key is in QUIRE_KEY. */
export function installSnippets(
  origin: string,
  { skill, workspaceId, name }: Installed,
): { client: string; code: string }[] {
  const query = new URLSearchParams({ workspaceId, pageId: skill.id, format: 'tar.gz' })
  // The archive has a folder with the name of the skill; an agent is one file.
  const depth = skill.ownership === 'AGENT' ? ' --strip-components 1' : ''
  const downloads = folders[skill.ownership].map(({ client, folder }) => ({
    client,
    code: [
      `mkdir -p ${folder}`,
      `curl -fsS "${origin}/v1/skills/archive?${query}" -H "Authorization: Bearer $QUIRE_KEY" |`,
      `  tar -xz -C ${folder}${depth}`,
    ].join('\n'),
  }))
  if (skill.ownership === 'AGENT') return downloads
  const code = `export QUIRE_URL=${origin}\nquire skills pull ${name}`
  return [...downloads, { client: 'quire-cli', code }]
}

/** The command for a link, whose URL is a path if the server has no PUBLIC_URL. */
export function linkSnippet(origin: string, url: string): string {
  return `npx skills add ${new URL(url, origin).href}`
}
