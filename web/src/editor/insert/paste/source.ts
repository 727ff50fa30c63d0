export type Clipboard = {
  readonly html: string
  readonly text: string
  readonly types: readonly string[]
  /** What a code editor says of the code it copied. */
  readonly codeEditor: string
}

/** What a clipboard or a drag hands over. It can be read only while the event runs. */
export type Given = Clipboard & {
  /** The blocks of Quire, when it was copied here. */
  readonly blocks: string
  /** The text itself is wanted, by Ctrl+Shift+V. */
  readonly isPlain: boolean
}

/** A program whose HTML needs more than HTML's own meaning. */
export type Source = {
  readonly name: string
  readonly detects: (clipboard: Clipboard) => boolean
  /** Turns what only this program writes into plain, semantic HTML. */
  readonly clean: (body: HTMLElement, clipboard: Clipboard) => void
  /** Whether a coloured background means that a person marked the text. */
  readonly hasHighlights?: boolean
}
