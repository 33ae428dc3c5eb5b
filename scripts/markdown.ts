import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** Stands around the number of an image until its address in the build is known. */
const MARK = '\u0000'

/**
 * Makes a module with `html` of each imported Markdown file. A link to a heading becomes one to `#{screen}/{heading}`, an image a file
 * of the build.
 */
export function markdown(screen: string): Plugin {
  const images: string[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      link({ href, tokens }: Tokens.Link) {
        const to = href.startsWith('#') ? `#${screen}/${href.slice(1)}` : href
        return `<a href="${to}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${MARK}${images.push(href) - 1}${MARK}" alt="${text}" loading="lazy">`
      },
    },
  })
  return {
    name: 'markdown',
    transform: {
      filter: { id: /\.md$/ },
      handler: async (source) => {
        images.length = 0
        const pieces = (await marked.parse(source)).split(MARK)
        const imports = images.map((href, at) => `import image${at} from ${JSON.stringify(`./${href}`)}\n`)
        const html = pieces.map((piece, at) => (at % 2 === 0 ? JSON.stringify(piece) : `image${piece}`))
        return { code: `${imports.join('')}export const html = ${html.join(' + ')}`, moduleType: 'js', map: null }
      },
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
