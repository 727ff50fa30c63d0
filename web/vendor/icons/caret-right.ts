import { createIcon } from '../create-icon.ts'

export const IconCaretRight = /* @__PURE__ */ createIcon('outline', 'caret-right', [["path", { "d": "M10 18l6 -6l-6 -6v12", "key": "svg-0" }]])
