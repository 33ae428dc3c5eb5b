import { Store } from '../ui/store.ts'

/** The ids of the competitor's own entries; empty for everybody else. */
export const tuyas = new Store<ReadonlySet<string>>(new Set())
