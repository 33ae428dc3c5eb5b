import { tituloOf } from '#domain/categoria.ts'

/** The title of a category as a heading shows it: no line break comes between the number and the name. */
export function Titulo({ of }: { readonly of: Parameters<typeof tituloOf>[0] }) {
  const titulo = tituloOf(of)
  const [numero = ''] = /^\d+ - /.exec(titulo) ?? []
  return (
    // `useReveal` looks for the heading itself at its corner.
    <span className="pointer-events-none flex">
      <span className="flex-none whitespace-pre">{numero}</span>
      <span className="min-w-0">{titulo.slice(numero.length)}</span>
    </span>
  )
}
