import { type AllowedReads, readsOfPages } from './reads-of-pages.ts'

/** Reads without the viewer of the caller: the files that make them, with the calls and why nothing leaks. */
export const readsWithoutViewer: AllowedReads = {
  'server/background/abandoned-pages.ts': {
    calls: ['steps.behind'],
    reason: 'Background work on the journal: which workspaces have any.',
  },
  'server/background/journal-upkeep.ts': {
    calls: ['steps.mergedUntil', 'steps.nextWorkspace'],
    reason: 'Background work on the journal: which workspaces have any.',
  },
  'server/background/link-upkeep.ts': {
    calls: ['linkChanges.workspaces', 'wantedLinks.workspaces'],
    reason: 'Background work on links: which workspaces have any.',
  },
  'server/domain/activity/list-activity.ts': {
    calls: ['activity.newest'],
    reason: 'Its rows are events: viewEvents returns those that the viewer can read.',
  },
  'server/domain/activity/list-runs.ts': {
    calls: ['activity.touched'],
    reason: 'Counts only pages in sections that the viewer can read.',
  },
  'server/domain/administration/quotas.ts': {
    calls: ['files.bytes', 'files.bytesOfUser', 'pages.countOfUser', 'pages.total'],
    reason: 'Quotas count everything; their errors contain only the limit.',
  },
  'server/domain/chats/notifications.ts': {
    calls: ['systemViewer'],
    reason: 'Tells a hidden page from one that was permanently deleted after its last event.',
  },
  'server/domain/comments/comments.ts': {
    calls: ['comments.count', 'comments.get', 'comments.ofPage', 'comments.replies'],
    reason: 'Each function first reads the page as the viewer.',
  },
  'server/domain/events/change-feed.ts': {
    calls: ['events.since', 'events.state'],
    reason: 'One reader follows the events of a workspace; views.ts decides what each stream gets.',
  },
  'server/domain/events/feed-listener.ts': {
    calls: ['events.state'],
    reason: 'The numbers of a stream begin at the newest event before the first section.',
  },
  'server/domain/events/list-changes.ts': {
    calls: ['events.since'],
    reason: 'Every event goes through views.ts, which decides what the viewer gets.',
  },
  'server/domain/events/locations.ts': {
    calls: ['fileLocations.list'],
    reason: 'Where files are; views.ts decides by the sections that the viewer can read.',
  },
  'server/domain/events/sequence-before.ts': {
    calls: ['events.bySequence', 'events.last'],
    reason: 'Only times and sequence numbers leave it.',
  },
  'server/domain/files/change.ts': {
    calls: ['fileLocations.list', 'unownedContents.isOwned'],
    reason: 'What the event of a deletion keeps, and whether the content is removed.',
  },
  'server/domain/files/content-check.ts': {
    calls: [
      'damagedContents.all',
      'damagedContents.checkState',
      'damagedContents.fault',
      'damagedContents.next',
    ],
    reason: 'Background work on contents.',
  },
  'server/domain/files/contents.ts': {
    calls: ['damagedContents.all', 'damagedContents.fault'],
    reason: 'Reads whether the content of a file is damaged, after its row.',
  },
  'server/domain/files/files.ts': {
    calls: ['files.workspaceOf'],
    reason: 'Finds the workspace whose viewer then reads the file.',
  },
  'server/domain/files/list.ts': {
    calls: ['fileCounts.cached', 'fileCounts.count', 'files.named', 'files.users'],
    reason:
      'Stored counts are for viewers that see everything; each using page is read as the viewer.',
  },
  'server/domain/files/unowned-contents.ts': {
    calls: ['unownedContents.due', 'unownedContents.get', 'unownedContents.isOwned'],
    reason: 'Background work on contents.',
  },
  'server/domain/files/uploads.ts': {
    calls: ['systemViewer'],
    reason: 'Whether the upload of the caller is a file already, with the ID of the upload.',
  },
  'server/domain/inbox/from-events.ts': {
    calls: ['events.since'],
    reason: 'Who gets an entry about a change; each reads the entry as a viewer.',
  },
  'server/domain/inbox/notify.ts': {
    calls: ['comments.participants'],
    reason: 'Who is notified of a reply; each reads the entry as a viewer.',
  },
  'server/domain/links/index-pages.ts': {
    calls: [
      'contents.get',
      'linkIndexing.documents',
      'linkIndexing.indexedTo',
      'linkIndexing.nextOutdated',
      'linkIndexing.tagValues',
    ],
    reason: 'Background work: the links of every page are indexed.',
  },
  'server/domain/links/join-wanted.ts': {
    calls: ['wantedLinks.nextFound', 'wantedLinks.withTitle'],
    reason: 'Background work; each page is read and changed as the author of the link.',
  },
  'server/domain/links/mentions.ts': {
    calls: ['pageLinks.sources'],
    reason: 'Leaves out pages that the search found for the viewer, if they have the link.',
  },
  'server/domain/links/pending-changes.ts': {
    calls: ['linkChanges.list'],
    reason: 'Background work; each page is read and changed as the author of the change.',
  },
  'server/domain/links/preview.ts': {
    calls: ['linkChanges.formerTitles'],
    reason: 'Of pages that were read as the viewer, whose history has the same titles.',
  },
  'server/domain/links/upkeep.ts': {
    calls: ['linkUpkeep.lastOfTopLevel', 'linkUpkeep.lastOfWindow'],
    reason: 'How far one statement looks; the answer has what the viewer can read.',
  },
  ...readsOfPages,
  'server/domain/reverts/created-pages.ts': {
    calls: ['activity.newest'],
    reason:
      'Whether others changed pages below one that was read as the viewer: only yes or no is shown.',
  },
  'server/domain/reverts/own-events.ts': {
    calls: ['activity.newest'],
    reason: 'Whether the run deleted a page that was read as the viewer: only yes or no is shown.',
  },
  'server/domain/reverts/page-comments.ts': {
    calls: ['comments.get'],
    reason: 'After the page was read as the viewer.',
  },
  'server/domain/reverts/page-revert.ts': {
    calls: ['files.ofPage'],
    reason: 'After the page was read as the viewer.',
  },
  'server/domain/reverts/past-body.ts': {
    calls: [
      'contents.body',
      'history.atOrBefore',
      'history.attribution',
      'history.marks',
      'history.read',
    ],
    reason: 'After the page was read as the viewer.',
  },
  'server/domain/reverts/restored-pages.ts': {
    calls: ['activity.newest', 'trash.live'],
    reason: 'Whether others restored pages that were read as the viewer: only yes or no is shown.',
  },
  'server/domain/reverts/trash-created.ts': {
    calls: ['trash.countBelow', 'trash.live'],
    reason:
      'Of pages that were read as the viewer: those stay whose level is too low, or that have other pages below them.',
  },
  'server/domain/rights/page-access.ts': {
    calls: ['systemViewer'],
    reason: 'Describes a page that the viewer managed until the change.',
  },
  'server/domain/search/page-texts.ts': {
    calls: ['pages.texts'],
    reason: 'The texts of pages that the search found.',
  },
  'server/domain/search/reindex.ts': {
    calls: ['pages.texts', 'systemViewer'],
    reason: 'The index contains every page.',
  },
  'server/domain/semantic/build.ts': {
    calls: ['events.after'],
    reason: 'The vectors of every page are built.',
  },
  'server/domain/semantic/evaluate.ts': {
    calls: ['pages.texts'],
    reason: 'Measures the quality of a model; the result is a number.',
  },
  'server/domain/semantic/pages.ts': {
    calls: ['pages.texts'],
    reason: 'The vectors of every page are built.',
  },
  'server/domain/semantic/status.ts': {
    calls: ['events.after', 'systemViewer'],
    reason: 'Whether vectors wait for changes; all pages for the operator.',
  },
  'server/domain/sharing/sites/site-reader.ts': {
    calls: ['events.after', 'files.ofPage'],
    reason: 'After the page was read as the site; events only say whether to read the tree again.',
  },
  'server/domain/skills/automatic.ts': {
    calls: ['systemViewer'],
    reason:
      'Publishes without a caller. A version has only pages that all readers of its skill can read.',
  },
  'server/domain/skills/folder.ts': {
    calls: ['sources.get'],
    reason: 'Of pages in the section of a skill that was read as the viewer.',
  },
  'server/domain/skills/list.ts': {
    calls: ['files.ofPage', 'pages.lineage'],
    reason: 'Only after the skill was read as the viewer, with the level write.',
  },
  'server/domain/skills/plan.ts': {
    calls: ['files.ofPage', 'systemViewer'],
    reason: 'Files of a skill that was read as the viewer.',
  },
  'server/domain/skills/record.ts': {
    calls: ['systemViewer'],
    reason: 'Compares numbers of versions.',
  },
  'server/domain/skills/rights.ts': {
    calls: ['history.marks'],
    reason: 'Who made the changes of a page decides whether they are published; nothing leaves it.',
  },
  'server/domain/templates/daily.ts': {
    calls: ['daily.page', 'daily.settings'],
    reason: 'Settings after the section was read as the viewer, and each page they name.',
  },
  'server/domain/templates/scopes.ts': {
    calls: ['pages.lineage'],
    reason: 'Whose templates are offered; those of pages that the viewer cannot read are left out.',
  },
  'server/domain/templates/templates.ts': {
    calls: ['templates.defaults', 'templates.scopeOf'],
    reason: 'Templates are read as the viewer; a default that is not among them is left out.',
  },
  'server/domain/transfer/backup/backup.ts': {
    calls: ['files.hashes'],
    reason: 'Commands of the operator.',
  },
  'server/domain/transfer/backup/move-store.ts': {
    calls: ['events.idAt', 'files.hashes'],
    reason: 'Commands of the operator.',
  },
  'server/domain/transfer/backup/restore.ts': {
    calls: ['systemViewer'],
    reason: 'Commands of the operator.',
  },
  'server/domain/transfer/backup/source.ts': {
    calls: ['files.hashes'],
    reason: 'Commands of the operator.',
  },
  'server/domain/transfer/backup/verify.ts': {
    calls: ['files.hashes'],
    reason: 'Commands of the operator.',
  },
  'server/domain/transfer/check/files.ts': {
    calls: ['files.hashes'],
    reason: 'Commands of the operator.',
  },
  'server/domain/transfer/export/export.ts': {
    calls: ['systemViewer'],
    reason:
      'Without a viewer, the operator exports everything; the bodies are those of read pages.',
  },
  'server/domain/transfer/export/html/export-html.ts': {
    calls: ['systemViewer'],
    reason: 'Without a viewer, the operator exports everything.',
  },
  'server/domain/transfer/export/origins.ts': {
    calls: ['sources.get'],
    reason: 'The sources are those of read pages.',
  },
  'server/domain/transfer/folder/folder.ts': {
    calls: ['events.versions', 'events.idAt'],
    reason: 'They stay in the encrypted position of a list.',
  },
  'server/domain/transfer/folder/known-sources.ts': {
    calls: ['sources.version', 'sources.since'],
    reason: 'A folder takes the sources of pages that the viewer read.',
  },
  'server/domain/transfer/folder/read-files.ts': {
    calls: ['sources.get'],
    reason: 'The sources are those of read pages.',
  },
  'server/domain/transfer/folder/recent-folders.ts': {
    calls: ['events.last', 'events.after'],
    reason: 'They say whether what the viewer read is still so.',
  },
  'server/domain/transfer/folder/save-file.ts': {
    calls: ['sources.get'],
    reason: 'The page was found with the right to write.',
  },
  'server/domain/transfer/import/unlinked.ts': {
    calls: ['fileLocations.list', 'sources.get', 'systemViewer'],
    reason: 'The pages and files are those of the import.',
  },
  'server/domain/transfer/import/write-pages.ts': {
    calls: ['systemViewer', 'trash.live'],
    reason: 'The author can write under the parent; the pages below are those of the import.',
  },
  'server/domain/transfer/transfers/page-files.ts': {
    calls: ['files.ofPage'],
    reason: 'The page was read as the viewer, and each file is.',
  },
  'server/domain/transfer/transfers/read-original.ts': {
    calls: ['comments.ofPage', 'files.ofPage', 'history.latest', 'templates.scopeOf'],
    reason: 'The page was read as the viewer.',
  },
  'server/domain/transfer/transfers/run-transfers.ts': {
    calls: ['systemViewer'],
    reason: 'Undoes what the transfer itself has written, also when the caller has lost access.',
  },
  'server/domain/transfer/transfers/write-copies.ts': {
    calls: ['comments.get', 'systemViewer'],
    reason: 'Asks whether the transfer has written a file, page or comment, whose ID it derived.',
  },
  'server/domain/transfer/imports/run-imports.ts': {
    calls: ['pageLookup.exists'],
    reason: 'Whether the page that the author chose to import below was deleted.',
  },
  'server/domain/webhooks/visible-deliveries.ts': {
    calls: ['events.bySequence'],
    reason: 'The events of deliveries; viewEvents decides which of them the viewer can see.',
  },
  'server/domain/webhooks/debounce.ts': {
    calls: ['events.since'],
    reason: 'Reads the time of an event.',
  },
  'server/domain/webhooks/fan-out.ts': {
    calls: ['events.since'],
    reason:
      'Reads the events of a workspace for all webhooks; each receives those that it can see.',
  },
  'server/domain/webhooks/payload.ts': {
    calls: ['systemViewer'],
    reason: 'The webhook can see the page of the event.',
  },
  'server/domain/webhooks/sections.ts': {
    calls: ['events.moves'],
    reason: 'Follows moves to find out which pages a webhook is about.',
  },
  'server/live/pages/journal-quota.ts': {
    calls: ['steps.bytes'],
    reason: 'The limit counts everything; its refusal contains no figure.',
  },
  'server/live/pages/live-pages.ts': {
    calls: ['steps.heads'],
    reason: 'Versions of pages that callers have opened; only pages that are behind read more.',
  },
  'server/live/pages/open-document.ts': {
    calls: ['steps.since'],
    reason: 'A page is opened, and its batches are sent, after it was read as the viewer.',
  },
  'server/live/pages/workspace-watch.ts': {
    calls: ['systemViewer'],
    reason:
      'Learns that permissions changed, and which program wrote on a page that its readers have opened.',
  },
  'server/live/pages/write-group.ts': {
    calls: ['steps.versionOf'],
    reason: 'Used only where the same transaction has read the page as the viewer.',
  },
}
