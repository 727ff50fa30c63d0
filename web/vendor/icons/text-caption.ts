import { createIcon } from '../create-icon.ts'

export const IconTextCaption = /* @__PURE__ */ createIcon('outline', 'text-caption', [["path", { "d": "M4 15h16", "key": "svg-0" }], ["path", { "d": "M4 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4", "key": "svg-1" }], ["path", { "d": "M4 20h12", "key": "svg-2" }]])
