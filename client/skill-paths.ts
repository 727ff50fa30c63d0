const agentPath = /(?:^|\/)agents\/[^/]+\.md$/i
/** What git and file managers of systems add to a folder. */
const notOfSkill = /(?:^|\/)(?:\.git|__MACOSX)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/i

/**
 * Chooses the files of a folder that an import of skills reads: all in a folder with a SKILL.md, and those of agents,
 * without what git and systems add.
 */
export function chooseSkillFiles(paths: readonly string[]): (path: string) => boolean {
  const roots = new Set(
    paths.flatMap((path) => (/(?:^|\/)SKILL\.md$/.test(path) ? [folderOf(path)] : [])),
  )
  const isInSkill = (path: string): boolean => {
    const folder = folderOf(path)
    return roots.has(folder) || (folder !== '' && isInSkill(folder))
  }
  return (path) => !notOfSkill.test(path) && (agentPath.test(path) || isInSkill(path))
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
