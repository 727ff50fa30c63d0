/** By file: the calls, and why nothing leaks. */
export type AllowedReads = Record<string, { calls: readonly string[]; reason: string }>

export const readsOfPages: AllowedReads = {
  'server/domain/pages/attachments.ts': {
    calls: ['files.ofPage'],
    reason: 'After the page was read as the viewer.',
  },
  'server/domain/pages/authorship.ts': {
    calls: ['history.attribution'],
    reason: 'After the page was read as the viewer.',
  },
  'server/domain/pages/copies/duplicate.ts': {
    calls: ['pages.nextPosition'],
    reason: 'The position of a copy after its original, which was read as the viewer.',
  },
  'server/domain/pages/copies/prepared-copy.ts': {
    calls: ['files.ofPage'],
    reason: 'After the page was read as the viewer.',
  },
  'server/domain/pages/count.ts': {
    calls: ['trash.types'],
    reason: 'Counts deleted pages by section, and returns those that the viewer can read.',
  },
  'server/domain/pages/history.ts': {
    calls: ['history.newest', 'history.sharing'],
    reason: 'Records a change that the viewer may make.',
  },
  'server/domain/pages/journal/behind.ts': {
    calls: ['steps.behindIn'],
    reason: 'Background work, and what was typed on pages that somebody may restore.',
  },
  'server/domain/pages/journal/body.ts': {
    calls: ['contents.body', 'steps.since'],
    reason: 'The body of a page that was read as the viewer, or of one that is stored.',
  },
  'server/domain/pages/journal/checkpoint.ts': {
    calls: ['systemViewer'],
    reason: 'Stores what people typed, when they may have left.',
  },
  'server/domain/pages/journal/upkeep.ts': {
    calls: ['history.numbers', 'steps.changed', 'steps.stored'],
    reason: 'Background work on the journal.',
  },
  'server/domain/pages/journal/current.ts': {
    calls: ['contents.get', 'steps.heads'],
    reason: 'After the page was read as the viewer.',
  },
  'server/domain/pages/journal/merge.ts': {
    calls: ['history.atOrBefore', 'history.read'],
    reason: 'The version that a change is based on, after the page was read as the viewer.',
  },
  'server/domain/pages/journal/properties.ts': {
    calls: ['history.atOrBefore', 'history.read'],
    reason: 'The version that a change is based on, after the page was read as the viewer.',
  },
  'server/domain/pages/properties/assigned.ts': {
    calls: ['properties.people'],
    reason: 'Of the page that the caller is writing to: who is newly assigned.',
  },
  'server/domain/pages/properties/schemas.ts': {
    calls: ['propertySchemas.get', 'propertySchemas.ofTags'],
    reason: 'Schemas contain no content of pages; the section was read as the viewer.',
  },
  'server/domain/pages/purge.ts': {
    calls: ['systemViewer', 'trash.children'],
    reason: 'Deletes the pages below one that the viewer may delete.',
  },
  'server/domain/pages/read.ts': {
    calls: ['personal.isFavourite'],
    reason: 'The page is read as the viewer; the favourites are those of the caller.',
  },
  'server/domain/pages/replays.ts': {
    calls: ['systemViewer'],
    reason: 'Tells a hidden page from one that was permanently deleted, to answer PAGE_NOT_FOUND.',
  },
  'server/domain/pages/search-entries.ts': {
    calls: ['pages.texts'],
    reason: 'Prepares the search entry of a change; the change reads the page as the viewer.',
  },
  'server/domain/pages/sections/hidden.ts': {
    calls: ['systemViewer'],
    reason:
      'Owners hand over and delete sections that they cannot read; nothing of them is returned.',
  },
  'server/domain/pages/sections/notices.ts': {
    calls: ['systemViewer'],
    reason: 'Reads the title for those who manage the section.',
  },
  'server/domain/pages/sections/move-up.ts': {
    calls: ['systemViewer', 'trash.live'],
    reason: 'Pages stay that the caller cannot read; nothing of them is answered.',
  },
  'server/domain/pages/subtree.ts': {
    calls: ['trash.below', 'trash.nextBelow'],
    reason: 'Deleting and restoring include pages that the caller cannot read.',
  },
  'server/domain/pages/trash.ts': {
    calls: ['pageLookup.exists'],
    reason:
      'Whether a restored page keeps its parent; the answer has the parent that the viewer sees.',
  },
  'server/domain/pages/tree.ts': {
    calls: ['pages.lastPosition', 'pages.lineage', 'pages.nextPosition'],
    reason: 'Positions and cycles count all pages; no answer contains them.',
  },
  'server/domain/pages/update.ts': {
    calls: ['history.newest', 'contents.get'],
    reason: 'Compares a save with the page that was read as the viewer.',
  },
  'server/domain/pages/versions.ts': {
    calls: ['history.list', 'history.present', 'history.read'],
    reason: 'After the page was read as the viewer.',
  },
  'server/domain/pages/write-change.ts': {
    calls: ['linkChanges.isNeeded'],
    reason: 'Whether a renamed page has links with its old title; no answer contains it.',
  },
}
