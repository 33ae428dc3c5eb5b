import { Printer } from 'lucide'
import type { Dia } from '#domain/dia.ts'
import type { Renglon } from '#domain/estatus.ts'
import { sinTiempoTexts } from '#domain/inscripcion.ts'
import { mostJueces } from '#domain/jurado.ts'
import { exportCompetidores, exportMusica, type CompetidorAdmin, type DiaVisto } from '#contract/competidores.ts'
import { PremiacionEnCurso } from '../calificaciones/Premiacion.tsx'
import { Descarga } from './Descarga.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { JuecesDelTurno } from './JuecesDelTurno.tsx'
import { OrdenCard } from './OrdenCard.tsx'
import { PorResolver } from './PorResolver.tsx'

interface Props extends DiaVisto {
  readonly dia: Dia
  readonly hasPremiacion: boolean
  /** The rows of the active day; null on a day that is not active. */
  readonly enVivo: readonly Renglon<CompetidorAdmin>[] | null
  /** Scrolls to the row of an entry. */
  readonly onShow: (id: string) => void
}

/** Beside the list, where it stays in sight, on a phone below it: the judges of the turn, what the day lacks, its downloads. */
export function DiaAside(props: Props) {
  const { dia, categorias, total, cambios, ordenCerrado, enTurno, enVivo, hasPremiacion, onShow } = props
  const actual = enVivo?.find(({ estatus }) => estatus === 'Compitiendo')
  const sinTiempo = sinTiempoTexts(enVivo ?? [], enTurno.selectedRow)
  const entries = categorias.flatMap(({ competidores, sinOrden }) => [...competidores, ...sinOrden])
  const jueces = mostJueces(entries)
  const urlOf = (path: string) => path.replace(':dia', encodeURIComponent(dia))
  return (
    <aside aria-label={`Pendientes y descargas del ${dia}`} className="desk-aside">
      {hasPremiacion && <PremiacionEnCurso className="flex-none" />}
      {enVivo && jueces > 0 && (
        // The room of the entry with the most judges: what follows stays in place when the turn moves.
        <div className="grid flex-none lg:min-h-[calc(var(--jueces)*2.25rem+4.5rem)]" style={{ '--jueces': jueces }}>
          {actual ? (
            <JuecesDelTurno renglon={actual} desde={enTurno.desde} />
          ) : (
            <Card title="Jueces del turno">
              <p className="mt-2 text-15 text-muted">Nadie tiene el turno.</p>
            </Card>
          )}
        </div>
      )}
      {total > 0 && <PorResolver categorias={categorias} cambios={cambios} sinTiempo={sinTiempo} onShow={onShow} />}
      <OrdenCard dia={dia} cerrado={ordenCerrado} />
      <Card title="Papel y descargas del día" className="flex flex-col gap-3 p-4">
        <Papel papel="orden" dia={dia} label="Imprimir orden" />
        <Papel papel="companias" dia={dia} label="Imprimir por compañía" />
        <Papel papel="hojas" dia={dia} label="Imprimir hojas de juez" />
        <Descarga
          url={urlOf(exportCompetidores.path)}
          label="Descargar CSV"
          failed="No se descargó el CSV."
          reason={total === 0 && 'Sin competidores.'}
        />
        <Descarga
          url={urlOf(exportMusica.path)}
          label="Descargar música (ZIP)"
          failed="No se descargó la música."
          reason={!entries.some(({ tieneMusica }) => tieneMusica) && 'Ningún competidor tiene música.'}
        />
      </Card>
    </aside>
  )
}

/** A link to a paper, which prints itself in a tab of its own. */
function Papel({ papel, dia, label }: { papel: string; dia: Dia; label: string }) {
  return (
    <a
      href={`#/imprimir/${papel}/${encodeURIComponent(dia)}`}
      target="_blank"
      rel="noopener"
      className={`${buttonClass()} justify-center`}
    >
      <Icon of={Printer} size={18} />
      {label}
    </a>
  )
}
