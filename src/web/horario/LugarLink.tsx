import type { filaDe } from '#contract/views/ruta.ts'
import { addressOf } from '../address.ts'
import type { Path } from '../paths.ts'
import { EstadoPill } from '../parts/EstadoPill.tsx'

const DETALLE: Path = '/calificaciones-detalle/:dia/:categoria/:nombre'

/** The place of an entry, as a link to its marks, and whether it may still change. */
export function LugarLink({ of }: { of: Pick<NonNullable<ReturnType<typeof filaDe>>, 'ruta' | 'lugar' | 'estado'> }) {
  return (
    <span className="lugar flex flex-wrap items-center gap-x-3">
      <a
        href={`#${addressOf(DETALLE, of.ruta)}`}
        className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
      >
        Lugar {of.lugar}
      </a>{' '}
      {of.estado === 'provisional' && <EstadoPill estado={of.estado} />}
    </span>
  )
}
