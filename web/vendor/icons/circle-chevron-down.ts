import { createIcon } from '../create-icon.ts'

export const IconCircleChevronDown = /* @__PURE__ */ createIcon('outline', 'circle-chevron-down', [["path", { "d": "M15 11l-3 3l-3 -3", "key": "svg-0" }], ["path", { "d": "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0 -18", "key": "svg-1" }]])
