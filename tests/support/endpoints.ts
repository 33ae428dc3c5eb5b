import type { FastifyInstance } from 'fastify'

export interface Route {
  readonly method: string
  readonly path: string
}

/** The addresses that the server listens to, read from its router: it includes routes without a declaration. */
export function routedBy(http: FastifyInstance): Route[] {
  const routes: Route[] = []
  const stack: string[] = []
  for (const line of http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, text = ''] = /^([│ ]*)[├└]── (.*)$/.exec(line) ?? []
    if (indent === undefined) continue
    const [, segment = '', methods = ''] = /^(.*?)(?: \(([A-Z, ]+)\))?$/.exec(text) ?? []
    stack.splice(indent.length / 4)
    stack.push(segment)
    for (const method of methods.split(', ').filter(Boolean)) routes.push({ method, path: stack.join('') })
  }
  return routes
}

/** An address with something in every place where the path wants a value. */
export function filled(path: string, value = 'no-existe-ninguno-asi'): string {
  return path.replaceAll(/:\w+/g, value)
}
