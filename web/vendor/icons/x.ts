import { createIcon } from '../create-icon.ts'

export const IconX = /* @__PURE__ */ createIcon('outline', 'x', [["path", { "d": "M18 6l-12 12", "key": "svg-0" }], ["path", { "d": "M6 6l12 12", "key": "svg-1" }]])
