/** `scripts/markdown.ts` makes it. */
declare module '*.md' {
  export const html: string
}
