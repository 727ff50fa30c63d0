import type { Skill } from './skill-queries.ts'

export type SkillProps = { skill: Skill; workspaceId: string }
