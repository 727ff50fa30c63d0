import { calloutKindOfPanel } from '../../../../../../content/read/callout-names.ts'
import { makeCallout, makeDetails, removeTitle } from '../callouts.ts'
import { languageFrom, replaceByCode, codeText } from '../code.ts'
import { all, isEmpty, make, makeNode, textOf, unwrap } from '../elements.ts'
import type { Source } from '../source.ts'

/** Confluence, its editor and its pages, in the cloud and on a server; Jira writes the same. */
export const confluence: Source = {
  name: 'Confluence',
  detects: ({ html }) =>
    /confluence-|data-node-type=|data-panel-type|data-task-list-local-id|inline-task-list|data-macro-name|expand-container|ak-renderer|data-prosemirror/.test(
      html,
    ),
  clean: (body) => {
    for (const element of all(body, '.fabric-editor-breakout-mark, .breakout, .table-wrap')) {
      unwrap(element)
    }
    readCode(body)
    readInline(body)
    readTasks(body)
    readPanels(body)
    readExpands(body)
    for (const cell of all(
      body,
      'td.numberingColumn, th.numberingColumn, .ak-renderer-table-number-column',
    )) {
      cell.remove()
    }
    for (const macro of all(body, '.toc-macro, .plugin_pagetree, .page-metadata')) macro.remove()
    for (const column of all(
      body,
      '[data-layout-column], [data-layout-section], .columnLayout, .innerCell',
    )) {
      unwrap(column)
    }
  },
}

function readInline(body: HTMLElement): void {
  for (const status of all(body, '[data-node-type="status"], .status-macro')) {
    const code = make(status, 'code', {}, textOf(status).toUpperCase())
    status.replaceWith(code)
  }
  for (const date of all(body, '[data-node-type="date"], time[datetime]')) {
    const stamp = Number(date.getAttribute('data-timestamp'))
    const day = stamp > 0 ? new Date(stamp).toISOString() : (date.getAttribute('datetime') ?? '')
    const found = /^\d{4}-\d\d-\d\d/.exec(day)?.[0]
    if (found === undefined) unwrap(date)
    else date.replaceWith(makeNode(date, 'date', { date: found }, found))
  }
  for (const emoji of all(body, '[data-emoji-short-name]')) {
    const text =
      emoji.getAttribute('data-emoji-text') || emoji.querySelector('img')?.getAttribute('alt')
    emoji.replaceWith(text || textOf(emoji))
  }
  for (const card of all(body, '[data-card-url]')) {
    const url = card.getAttribute('data-card-url') ?? ''
    card.replaceWith(make(card, 'a', { href: url }, textOf(card) || url))
  }
}

function readTasks(body: HTMLElement): void {
  for (const list of all(body, 'ul.inline-task-list')) {
    for (const item of all(list, 'li')) {
      if (item.parentElement !== list) continue
      item.setAttribute('data-checked', String(item.classList.contains('checked')))
    }
  }
  for (const list of all(body, '[data-task-list-local-id], [data-node-type="decisionList"]')) {
    for (const entry of all(list, '[data-task-local-id], [data-decision-local-id]')) {
      if (entry.closest('[data-task-list-local-id], [data-node-type="decisionList"]') !== list)
        continue
      const input = entry.querySelector('input')
      const isDone =
        entry.getAttribute('data-task-state') === 'DONE' || input?.hasAttribute('checked')
      input?.remove()
      const isTask = entry.hasAttribute('data-task-local-id')
      const box: Record<string, string> = isTask ? { 'data-checked': String(isDone === true) } : {}
      entry.replaceWith(make(entry, 'li', box, ...entry.childNodes))
    }
    const plain = make(list, 'ul', {}, ...list.childNodes)
    list.replaceWith(plain)
  }
}

const panels =
  '[data-panel-type], .confluence-information-macro, .panel, .ak-editor-panel, .panelMacro'

function readPanels(body: HTMLElement): void {
  for (const panel of all(body, panels).toReversed()) {
    if (panel.querySelector('pre') !== null && panel.matches('.code')) continue
    const named = [
      panel.getAttribute('data-panel-type') ?? '',
      ...(panel.getAttribute('class') ?? '')
        .split(/\s+/)
        .map((name) => name.replace('confluence-information-macro-', '')),
    ]
    for (const icon of all(panel, '.aui-icon, .ak-editor-panel__icon, [data-panel-icon]'))
      icon.remove()
    const kind = named.map(calloutKindOfPanel).find((found) => found !== undefined) ?? 'note'
    removeTitle(panel, kind, '.title, .panelHeader')
    for (const inner of all(
      panel,
      '.confluence-information-macro-body, .panelContent, .ak-editor-panel__content',
    )) {
      unwrap(inner)
    }
    makeCallout(panel, kind)
  }
}

function readExpands(body: HTMLElement): void {
  for (const expand of all(
    body,
    '[data-node-type="expand"], [data-node-type="nestedExpand"], .expand-container',
  ).toReversed()) {
    const control = expand.querySelector(
      '.expand-control-text, .expand-control, [data-expand-title]',
    )
    const title = expand.getAttribute('data-title') || (control ? textOf(control) : '')
    expand.querySelector('.expand-control')?.remove()
    const content = make(expand, 'div', {}, ...expand.childNodes)
    if (isEmpty(content)) content.append(make(expand, 'p'))
    makeDetails(expand, make(expand, 'summary', {}, title), content)
  }
}

function readCode(body: HTMLElement): void {
  for (const panel of all(body, '.code.panel, .codeBlock, .code-block')) {
    const pre = panel.querySelector('pre, .code, code')
    if (pre === null) continue
    const header = panel.querySelector('.codeHeader, .panelHeader')
    const brush = /brush:\s*([\w+#-]+)/.exec(
      `${pre.getAttribute('data-syntaxhighlighter-params') ?? ''} ${pre.getAttribute('class') ?? ''}`,
    )?.[1]
    const language =
      brush ?? pre.getAttribute('data-language') ?? panel.getAttribute('data-language')
    const title = header === null ? '' : textOf(header)
    if (title !== '') panel.before(make(panel, 'p', {}, make(panel, 'strong', {}, title)))
    replaceByCode(panel, codeText(pre), language ? languageFrom(language) : undefined)
  }
}
