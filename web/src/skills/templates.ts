export type Template = {
  ownership: 'SKILL' | 'AGENT'
  title: string
  icon: string
  what: string
  markdown: string
}

/** Pages to start from. Words in {{double braces}} are asked for by the client that uses the skill. */
export const templates: readonly Template[] = [
  {
    ownership: 'SKILL',
    title: 'Release notes',
    icon: '📦',
    what: 'Turn a list of changes into notes that people read.',
    markdown: `Write release notes for {{version}}.

1. Search this workspace for pages about the changes since the last release.
2. Group them: new, better, mended. Leave out what no user notices.
3. One line each, beginning with what a person can do now.

Put the result on a new page under “Releases”.`,
  },
  {
    ownership: 'SKILL',
    title: 'Meeting summary',
    icon: '📝',
    what: 'From notes to decisions and tasks.',
    markdown: `Read the page {{page}} and add a section “Summary” at its start:

- **Decisions**, one line each, with who decided.
- **Tasks** as a task list, each with a name and a date.
- **Open questions**.

Change nothing else on the page.`,
  },
  {
    ownership: 'SKILL',
    title: 'A skill of your own',
    icon: '✨',
    what: 'An empty one with the parts a good skill has.',
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
    title: 'Librarian',
    icon: '📚',
    what: 'Keeps pages findable: names, places, links.',
    markdown: `You keep this workspace in order.

- Search before you write; link to what is there.
- Give pages titles that someone would search for.
- Move pages to where their readers look; never delete one without being asked.
- Say at the end what you changed, with links.`,
  },
  {
    ownership: 'AGENT',
    title: 'An agent of your own',
    icon: '🤖',
    what: 'A role, its rules and its limits.',
    markdown: `You are … and work for …

## What you do

-

## Rules

- Ask when something is unclear.

## What you leave alone

-`,
  },
]
