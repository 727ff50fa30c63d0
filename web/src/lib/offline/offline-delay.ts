/** What is for later offline reading is loaded after what the first screen needs. */
export const offlineDelayMs = 2000
