import { Music, Pencil, Trash2 } from 'lucide'
import { useRef, type ReactNode } from 'react'
import { deleteInscripcion, type MiInscripcion } from '#contract/inscripciones.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import { askDelete, RowAct } from '../parts/ActDialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Empty } from '../ui/Empty.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { formatDuracion, formatRestante } from '#domain/musica.ts'
import { useStore } from '../ui/store.ts'
import { PlayButton } from './MusicPlayer.tsx'
import { player } from './player.ts'
import { PercentSlider } from './PercentSlider.tsx'
import { percentOf } from './trackPlayer.ts'
import { MomentoLine, useDiaDeInscripciones } from './MomentoLine.tsx'

interface Props {
  readonly inscripciones: readonly MiInscripcion[]
  /** Whether entries can be changed now. */
  readonly isOpen: boolean
  /** The text of an empty list. */
  readonly empty: string
  /** When entries close, as text; null without a limit. */
  readonly until: string | null
  readonly onEdit: (id: string) => void
  readonly onDeleted: (id: string) => void
}

/** The entries of the signed-in competitor: a table whose rows look like cards. */
export function InscripcionesTable({ inscripciones, isOpen, empty, until, onEdit, onDeleted }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const ask = (one: MiInscripcion): void =>
    askDelete({
      question: `¿Seguro que quieres eliminar a ${nombreOf(one)}?`,
      command: deleteInscripcion,
      input: { id: one.id },
      failed: 'Error al eliminar competidor.',
      done: 'Competidor eliminado correctamente.',
      text: (
        <>
          {/* Two entries may have the same name. */}
          <p className="mb-2 font-semibold text-ink">
            {companiaOf(one)}, {one.dia && `${diaTitle(one.dia)}, `}
            {one.titulo}
          </p>
          Se borran su inscripción y su música. No se puede deshacer.
        </>
      ),
      moveFocus: () => title.current?.focus(),
      onDone: () => onDeleted(one.id),
    })
  const row = { isOpen, until, onEdit, onDelete: ask }
  return (
    <section aria-labelledby="inscritos">
      <h2 ref={title} id="inscritos" tabIndex={-1} className="mb-4 text-30 outline-none">
        Competidores inscritos
      </h2>
      {inscripciones.length === 0 ? (
        <Empty title="No hay competidores inscritos.">{empty}</Empty>
      ) : (
        <table role="table" aria-labelledby="inscritos" className="block">
          <TableHead columns={['Nombre', 'Compañía', 'Categoría', 'Música', 'Acciones']} className="sr-only" />
          {/* A table by its roles, laid out as a list of cards. */}
          <tbody role="rowgroup" className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-4">
            {DIAS.map((dia) => {
              const own = inscripciones.filter((one) => one.dia === dia)
              return own.length > 0 && <FilasDeDia key={dia} dia={dia} inscripciones={own} {...row} />
            })}
            {inscripciones.map((one) => one.dia === null && <Fila key={one.id} one={one} {...row} />)}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface FilaProps extends Pick<Props, 'isOpen' | 'until' | 'onEdit'> {
  readonly onDelete: (one: MiInscripcion) => void
}

/** The entries of a day. Only the days of own entries are opened. */
function FilasDeDia({ dia, inscripciones, ...row }: FilaProps & Pick<Props, 'inscripciones'> & { readonly dia: Dia }) {
  const day = useDiaDeInscripciones(dia)
  return inscripciones.map((one) => (
    <Fila key={one.id} one={one} {...row}>
      {one.orden !== null && <MomentoLine one={{ ...one, dia }} of={day} />}
    </Fila>
  ))
}

type UnaFila = FilaProps & { readonly one: MiInscripcion; readonly children?: ReactNode }

function Fila({ one, isOpen, until, onEdit, onDelete, children }: UnaFila) {
  const canChange = isOpen && !one.cerrada
  return (
    <tr role="row" className="card flex flex-col p-4 text-15 text-muted">
      <th role="rowheader" scope="row" className="text-left font-display text-22 leading-tight font-semibold text-ink">
        {nombreOf(one)}
      </th>
      <td role="cell">{companiaOf(one)}</td>
      <td role="cell">
        {one.dia && `${diaTitle(one.dia)}, `}
        {one.titulo}
        {children}
      </td>
      <td role="cell">
        {one.tieneMusica ? (
          <TrackRow one={one} />
        ) : (
          <span className="flex gap-2 rounded-12 bg-wait-soft px-3 py-2 text-14 text-wait">
            <Icon of={Music} size={17} className="mt-px shrink-0" />
            <span>
              <b className="block">Falta la música</b>
              {canChange
                ? `Súbela con Editar${until === null ? '' : ` antes del ${until}`}.`
                : 'Escribe a la organización.'}
            </span>
          </span>
        )}
      </td>
      <td role="cell" className="border-line not-empty:mt-2 not-empty:border-t not-empty:pt-2">
        {canChange && (
          // The buttons reach the edges of the card.
          <span className="-mx-3 flex justify-between gap-3">
            <RowAct act="Editar" of={nombreOf(one)} icon={Pencil} variant="ghost" onClick={() => onEdit(one.id)} />
            <RowAct
              act="Eliminar"
              of={nombreOf(one)}
              icon={Trash2}
              variant="danger-ghost"
              onClick={() => onDelete(one)}
            />
          </span>
        )}
      </td>
    </tr>
  )
}

/**
 * The player of an entry's track: play button, position, remaining time. The position can be changed only while the track is
 * open in the player.
 */
function TrackRow({ one }: { one: MiInscripcion }) {
  const track = { id: one.id, nombre: nombreOf(one), detalle: one.titulo, duracion: one.duracion }
  const playing = useStore(player)
  const mine = playing?.track.id === one.id ? playing : null
  const elapsed = mine?.elapsed ?? 0
  // The player knows the length once the track is open.
  const length = mine?.duration || (one.duracion ?? 0)
  return (
    <span className="block">
      <span className="music-bar num">
        <PlayButton track={track} isSilent={false} isRound />
        <PercentSlider
          label={`Posición de ${track.nombre}`}
          percent={percentOf(mine)}
          text={mine ? `${formatDuracion(elapsed)} de ${formatDuracion(length)}` : 'Al principio'}
          isOff={!mine?.duration}
          onSeek={(percent) => player.seek(percent)}
        />
        <span>{mine ? formatRestante(length, elapsed) : length > 0 && formatDuracion(length)}</span>
      </span>
      {mine?.problem && (
        <span role="alert" className="block text-14 text-danger">
          {mine.problem}
        </span>
      )}
    </span>
  )
}
