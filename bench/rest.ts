/** Longer than the product waits between two flushes: each message goes at once, none is put together with another. */
export const REST_MS = 125
