import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** Makes a module with `html` of each imported Markdown file. A link to a heading becomes one to `#{screen}/{heading}`. */
export function markdown(screen: string): Plugin {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      link({ href, tokens }: Tokens.Link) {
        const to = href.startsWith('#') ? `#${screen}/${href.slice(1)}` : href
        return `<a href="${to}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  return {
    name: 'markdown',
    transform: {
      filter: { id: /\.md$/ },
      handler: async (source) => ({
        code: `export const html = ${JSON.stringify(await marked.parse(source))}`,
        moduleType: 'js',
        map: null,
      }),
    },
  }
}

/** The name that a heading has in the addresses of GitHub. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}
