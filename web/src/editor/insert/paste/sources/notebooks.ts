import { all, rename, unwrap } from '../elements.ts'
import type { Source } from '../source.ts'

/** Jupyter, JupyterLab and Colab: cells of text, code and output. */
export const notebooks: Source = {
  name: 'Jupyter',
  detects: ({ html }) =>
    /jp-|text_cell_render|output_subarea|class="dataframe"|hl-ipython|input_prompt|CodeMirror-line/.test(
      html,
    ),
  clean: (body) => {
    for (const prompt of all(body, '.prompt, .jp-InputPrompt, .jp-OutputPrompt, .anchor-link'))
      prompt.remove()
    for (const code of all(body, '.CodeMirror-code, .cm-content')) {
      for (const number of all(code, '.CodeMirror-linenumber, .CodeMirror-gutter-wrapper'))
        number.remove()
      rename(code, 'pre', { 'data-language': 'python' })
    }
    for (const pre of all(body, '.hl-ipython3 pre, .highlight-ipython3 pre')) {
      pre.setAttribute('data-language', 'python')
    }
    for (const cell of all(body, '.jp-RenderedHTMLCommon, .jp-Cell, .cell, .inner_cell'))
      unwrap(cell)
  },
}
