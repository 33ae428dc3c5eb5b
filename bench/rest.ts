/** Pause between two messages, ms. Longer than the pause of the hub between two flushes, so each message has a flush of its own. */
export const REST_MS = 125
