import { createIcon } from '../create-icon.ts'

export const IconLetterT = /* @__PURE__ */ createIcon('outline', 'letter-t', [["path", { "d": "M6 4l12 0", "key": "svg-0" }], ["path", { "d": "M12 4l0 16", "key": "svg-1" }]])
