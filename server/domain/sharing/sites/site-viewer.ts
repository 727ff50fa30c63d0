import { levelNumbers, type sites, type Viewer } from '../../../store/index.ts'

/** A site reads what everyone in the workspace can read, and the sections with a grant to it. */
export function viewerOfSite(
  site: Pick<sites.SiteRow, 'workspaceId' | 'id'>,
  rightsVersion: number,
): Viewer {
  return {
    workspaceId: site.workspaceId,
    viewerId: site.id,
    everyoneId: site.workspaceId,
    openLevel: levelNumbers.read,
    maxLevel: levelNumbers.read,
    seesEverything: rightsVersion === 0,
  }
}
