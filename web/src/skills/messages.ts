import { texts } from '../lib/texts.ts'

export const t = texts('skills', {
  title: 'Skills and agents',
  hint: 'Pages that tell agents how your team works. Every client connected over MCP finds them.',
  skills: 'Skills',
  agents: 'Agents',
  noSkills: 'No skills yet',
  noAgents: 'No agents yet',
  skillsHint:
    'A skill is a page with instructions for one kind of task. MCP clients offer it as a prompt.',
  agentsHint: 'An agent page describes a role and its rules. Attach it when you start a client.',
  skillsStart:
    'A skill is a page with instructions for one kind of task. MCP clients offer it as a prompt. Start from a template below.',
  agentsStart:
    'An agent page describes a role and its rules. Attach it when you start a client. Start from a template below.',
  templates: 'Templates',
  create: 'Create',
  createFrom: 'Create {title}',
  notCreated: 'The page was not created',
  howTo: 'Use them from an agent',
  howToHint:
    'Connect a client once. Replace <code>svc_YourKey</code> with an API key from <link>your settings</link>. Each skill is then a prompt, such as <code>/mcp__quire__release-notes</code> in Claude Code. You can also attach skills and agents as resources. Clients ask for each word in <braces></braces>.',
  doubleBraces: 'double braces',
  snippetFor: 'Snippet for {client}',
  claudeCode: 'Run this in the folder of your project.',
  cursor: 'Put this in ~/.cursor/mcp.json, or in .cursor/mcp.json of a project.',
  vscode: 'Put this in .vscode/mcp.json of a project, or run “MCP: Open User Configuration”.',
  other: 'Other',
  otherHint: 'Most clients accept this format in their own configuration file.',
  releaseNotes: 'Release notes',
  releaseNotesHint: 'Turn a list of changes into notes that people read.',
  meetingSummary: 'Meeting summary',
  meetingSummaryHint: 'Turn notes into decisions and tasks.',
  ownSkill: 'Your own skill',
  ownSkillHint: 'An empty skill with the parts that a good one has.',
  librarian: 'Librarian',
  librarianHint: 'Keeps pages easy to find: titles, structure and links.',
  ownAgent: 'Your own agent',
  ownAgentHint: 'A role with its rules and limits.',
})
