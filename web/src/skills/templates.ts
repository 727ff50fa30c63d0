import { t } from './messages.ts'

export type Template = {
  ownership: 'SKILL' | 'AGENT'
  title: string
  icon: string
  hint: string
  markdown: string
}

type Source = Pick<Template, 'ownership' | 'icon' | 'markdown'> & {
  name: 'releaseNotes' | 'meetingSummary' | 'ownSkill' | 'librarian' | 'ownAgent'
}

/**
 * Pages to start from. A client asks for words in {{double braces}} when somebody uses the skill. The content is
 * English in every language: agents read it.
 */
const sources: readonly Source[] = [
  {
    ownership: 'SKILL',
    name: 'releaseNotes',
    icon: '📦',
    markdown: `Write release notes for {{version}}.

1. Search this workspace for pages about the changes since the last release.
2. Group them: new, improved, fixed. Leave out what no user notices.
3. Write one line each. Start with what people can do now.

Put the result on a new page under “Releases”.`,
  },
  {
    ownership: 'SKILL',
    name: 'meetingSummary',
    icon: '📝',
    markdown: `Read the page {{page}} and add a section “Summary” at its start:

- **Decisions**, one line each, with who decided.
- **Tasks** as a task list, each with a name and a date.
- **Open questions**.

Change nothing else on the page.`,
  },
  {
    ownership: 'SKILL',
    name: 'ownSkill',
    icon: '✨',
    markdown: `Say in one sentence when to use this skill.

## Steps

1. What to look up first, and where.
2. What to do with {{input}}.
3. Where the result goes.

## Rules

- What must never happen.

## Example

Show one good result.`,
  },
  {
    ownership: 'AGENT',
    name: 'librarian',
    icon: '📚',
    markdown: `You keep this workspace in order.

- Search before you write; link to what is there.
- Give pages titles that someone would search for.
- Move pages to where their readers look; never delete one without being asked.
- Say at the end what you changed, with links.`,
  },
  {
    ownership: 'AGENT',
    name: 'ownAgent',
    icon: '🤖',
    markdown: `You are … and work for …

## What you do

-

## Rules

- Ask when something is unclear.

## What you leave alone

-`,
  },
]

export function templates(): Template[] {
  return sources.map(({ name, ...source }) => ({
    ...source,
    title: t[name],
    hint: t[`${name}Hint`],
  }))
}
