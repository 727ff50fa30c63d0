import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { openEditor } from '../../../../test/support/web/editor.ts'
import { render, screen, waitUntilIdle } from '../../../../test/support/web/screen.tsx'
import { lateProps } from '../late-props.ts'
import { useLoadedTools, useTools } from './use-tools.ts'

function open(content = '') {
  const editor = openEditor(content, lateProps)
  const article = document.body.appendChild(document.createElement('div'))
  article.className = 'page-article'
  const { parentElement } = editor.view.dom
  if (parentElement !== null) article.append(parentElement)
  const Screen = () => {
    const tools = useTools()
    useLoadedTools(editor, true, tools)
    return tools.Tools === undefined ? <p>loading</p> : <p>loaded</p>
  }
  render(<Screen />)
  return { editor, article }
}

describe('the tools of an editor', () => {
  it('are loaded when a person comes to the page', async () => {
    const { article } = open()
    await waitUntilIdle()
    assert.ok(screen.getByText('loading'))
    fireEvent.pointerMove(article)
    assert.ok(await screen.findByText('loaded'))
  })

  it('are loaded when the page has the focus', async () => {
    const { article } = open()
    const button = article.appendChild(document.createElement('button'))
    button.focus()
    assert.ok(await screen.findByText('loaded'))
  })
})
