import { queryOptions } from '@tanstack/react-query'
import { client } from '../lib/client.ts'

export type Skill = Awaited<ReturnType<typeof client.skills.list>>['skills'][number]
export type SkillVersion = Awaited<ReturnType<typeof client.skills.versions>>['versions'][number]
export type SkillFile = Awaited<ReturnType<typeof client.skills.files>>['files'][number]
export type SkillUser = Awaited<ReturnType<typeof client.skillUses.list>>['users'][number]
export type Evaluation = Awaited<
  ReturnType<typeof client.skillEvaluations.list>
>['evaluations'][number]
export type FileChange = Awaited<ReturnType<typeof client.skills.compare>>['files'][number]
export type SkillLink = Awaited<ReturnType<typeof client.skillLinks.list>>['links'][number]
/** One skill, or all skills of the workspace. */
export type LinkScope = { workspaceId: string; pageId?: string }
type SkillIds = { workspaceId: string; pageId: string }

/** A number of a version, or the draft. */
export type Shown = number | 'draft'

export function skillsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', 'skills', { workspaceId }],
    queryFn: ({ signal }) => client.skills.list({ workspaceId }, { signal }),
  })
}

export function checkQuery(skill: SkillIds) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-check', skill],
    queryFn: ({ signal }) => client.skills.check(skill, { signal }),
  })
}

export function versionsQuery(skill: SkillIds) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-versions', skill],
    queryFn: ({ signal }) => client.skills.versions({ ...skill, limit: 100 }, { signal }),
  })
}

export function usesQuery(skill: SkillIds) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-uses', skill],
    queryFn: ({ signal }) => client.skillUses.list(skill, { signal }),
  })
}

/** What differs from a version, in another one or in what the pages say now. */
export function changesQuery({ from, to, ...skill }: SkillIds & { from: number; to: Shown }) {
  const input = { ...skill, from, ...(to !== 'draft' && { to }) }
  return queryOptions({
    queryKey: ['workspaces', 'skill-changes', skill, from, to],
    queryFn: ({ signal }) => client.skills.compare(input, { signal }),
  })
}

export function evaluationsQuery(version: SkillIds & { version: number }) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-evaluations', version],
    queryFn: ({ signal }) => client.skillEvaluations.list({ ...version, limit: 200 }, { signal }),
  })
}

export function linksQuery(scope: LinkScope) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-links', scope],
    queryFn: ({ signal }) => client.skillLinks.list(scope, { signal }),
  })
}

export function filesQuery(skill: SkillIds, shown: Shown) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-files', skill, shown],
    queryFn: ({ signal }) => client.skills.files({ ...skill, ...choiceOf(shown) }, { signal }),
  })
}

export function fileQuery(skill: SkillIds, shown: Shown, path: string) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-file', skill, shown, path],
    queryFn: ({ signal }) =>
      client.skills.readFile({ ...skill, ...choiceOf(shown), path }, { signal }),
  })
}

function choiceOf(shown: Shown): { label: string } | { version: number } {
  return shown === 'draft' ? { label: 'draft' } : { version: shown }
}
