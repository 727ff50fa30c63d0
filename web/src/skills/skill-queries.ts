import { queryOptions } from '@tanstack/react-query'
import { client } from '../lib/client.ts'

export type Skill = Awaited<ReturnType<typeof client.skills.list>>['skills'][number]
export type SkillVersion = Awaited<ReturnType<typeof client.skills.versions>>['versions'][number]
export type SkillFile = Awaited<ReturnType<typeof client.skills.files>>['files'][number]
export type SkillUser = Awaited<ReturnType<typeof client.skillUses.list>>['users'][number]
export type Evaluation = Awaited<
  ReturnType<typeof client.skillEvaluations.list>
>['evaluations'][number]
export type SkillLink = Awaited<ReturnType<typeof client.skillLinks.list>>['links'][number]
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

export function evaluationsQuery(version: SkillIds & { version: number }) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-evaluations', version],
    queryFn: ({ signal }) => client.skillEvaluations.list({ ...version, limit: 200 }, { signal }),
  })
}

export function linksQuery(skill: SkillIds) {
  return queryOptions({
    queryKey: ['workspaces', 'skill-links', skill],
    queryFn: ({ signal }) => client.skillLinks.list(skill, { signal }),
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
