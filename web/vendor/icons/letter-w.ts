import { createIcon } from '../create-icon.ts'

export const IconLetterW = /* @__PURE__ */ createIcon('outline', 'letter-w', [["path", { "d": "M4 4l4 16l4 -14l4 14l4 -16", "key": "svg-0" }]])
