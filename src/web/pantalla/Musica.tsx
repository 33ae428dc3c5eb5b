import { useState } from 'react'
import type { CategoriaHorarioPart, Horario } from '#contract/views/horario.ts'
import type { Jornada } from '#domain/jornada.ts'
import { enTarjetaOf } from '#domain/puesto.ts'
import { tarjetaOf } from '#domain/tarjeta.ts'
import { useJornada } from '../horario/useJornada.ts'
import { useFresh } from '../live/usePantalla.ts'
import { Status } from '../ui/Aviso.tsx'
import { useStore } from '../ui/store.ts'
import { useFollow } from '../ui/useFollow.ts'
import { useMount } from '../ui/useMount.ts'
import { usePageKeys } from '../ui/usePageKeys.ts'
import { useTell } from '../ui/useTell.ts'
import { Fonoteca } from './fonoteca.ts'
import { LuzButton } from './LuzButton.tsx'
import type { MuestraProps } from './muestra.ts'
import { MusicaFila } from './MusicaFila.tsx'
import { MusicaTarjeta } from './MusicaTarjeta.tsx'
import { idOf, rowId, trackOf, type Linea, type Pistas } from './pista.ts'
import { PlayerDePuesto } from './playerDePuesto.ts'
import { usePuesto } from './usePuesto.ts'
import './musica.css'

function makeMusica(enlace: string) {
  const fonoteca = new Fonoteca(enlace)
  return { fonoteca, player: new PlayerDePuesto(({ id }) => fonoteca.urlOf(id)) }
}

/** The tracks and the player of this page, which live as long as it does. */
let ofPage: ReturnType<typeof makeMusica> | undefined

/** The post that plays the tracks of the active day, also without a signal. */
export function Musica({ pantalla: { muestra, pistas }, enlace, mark }: MuestraProps) {
  const live = usePuesto()
  useMount(() => document.addEventListener('click', blurPressed))
  const jornada = useJornada<CategoriaHorarioPart>(live)
  return (
    <main className="musica">
      <h1 className="sr-only">{muestra.nombre}</h1>
      {live && jornada && pistas ? <Puesto {...{ live, jornada, enlace, mark }} pistas={pistas.pistas} /> : mark}
    </main>
  )
}

interface PuestoProps extends Pick<MuestraProps, 'enlace' | 'mark'> {
  readonly live: Horario
  readonly jornada: Jornada<CategoriaHorarioPart>
  readonly pistas: Pistas
}

function Puesto({ live: { dia, zonaHoraria: zona }, jornada, pistas, enlace, mark }: PuestoProps) {
  ofPage ??= makeMusica(enlace)
  const { fonoteca, player } = ofPage
  const playing = useStore(player)
  const { isFull, cambiadas } = useStore(fonoteca)
  /** The line from which what plays was started, and the entry that had the turn. */
  const [empezo, setEmpezo] = useState<{ readonly linea: Linea; readonly turno: string | null }>()
  const { actual } = jornada
  const sonando = playing && playing.estado !== 'parado' ? playing.track.id : null
  const lineas = jornada.categorias.flatMap(({ categoria, renglones }) =>
    renglones.map((renglon): Linea => ({ categoria, renglon })),
  )
  // What sounds stays on the card when its entry leaves the day.
  const linea = enTarjetaOf(empezo ? [...lineas, empezo.linea] : lineas, jornada, sonando)
  const next = linea && trackOf(linea, pistas)
  // Opened ahead, once for each place where it lies.
  useTell(next && `${next.id} ${fonoteca.urlOf(next.id)} ${sonando}`, () => next && player.prepare(next))
  const tarjeta = tarjetaOf(jornada, { dia, zona })
  const toggle = (one: Linea): void => {
    const track = idOf(one) === sonando ? playing?.track : trackOf(one, pistas)
    if (!track) return
    if (track.id !== sonando) setEmpezo({ linea: one, turno: actual ? idOf(actual) : null })
    // A track that goes on after a pause is the one from before.
    if (playing?.track.id !== track.id || playing.elapsed === 0) fonoteca.play(track.id)
    player.toggle(track)
  }
  // A new version waits while somebody competes.
  useFresh(sonando === null && !actual)
  // Elsewhere the card would leave the screen.
  const staysInView = matchMedia('(height >= 45rem), (width >= 40rem) and (orientation: landscape)').matches
  const followed = linea && staysInView ? rowId(linea) : undefined
  useFollow(followed, '.musica-tarjeta')
  useMount(() => followed && document.getElementById(followed)?.scrollIntoView({ block: 'nearest' }))
  usePageKeys((event) => {
    const acts = { ' ': () => linea && toggle(linea), r: () => player.seek(0), f: () => player.fade() }
    const act = acts[event.key.toLowerCase() as keyof typeof acts]
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return false
    // A button that the keyboard has reached takes its own key.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return false
    if (!event.repeat) act()
    return true
  })
  const isHere = (one: Linea): boolean => fonoteca.isCurrent(idOf(one))
  const conPista = lineas.filter((one) => pistas[idOf(one)])
  const aqui = conPista.filter(isHere).length
  const faltan = conPista.length - aqui
  return (
    <>
      <section className="musica-tarjeta stage" aria-label="Música">
        {linea ? (
          <MusicaTarjeta
            {...{ linea, jornada, tarjeta, pistas, player, mark }}
            turno={empezo?.turno ?? null}
            onToggle={() => toggle(linea)}
          />
        ) : (
          <>
            <h2>{tarjeta.eyebrow}</h2>
            <p>{tarjeta.detalle}</p>
            {mark}
          </>
        )}
        <div className="grid gap-1 text-14 font-semibold">
          <div className="flex items-center justify-between gap-2">
            <p id="musica-aqui">
              Música en este equipo: {aqui} de {conPista.length}
            </p>
            <LuzButton />
          </div>
          <progress aria-labelledby="musica-aqui" max={conPista.length || 1} value={aqui} />
          <Status className="*:rounded-12 *:bg-wait-soft *:px-3 *:py-2 *:text-wait">
            {isFull && faltan > 0 && <p>No cabe toda la música: faltan {faltan}.</p>}
            {lineas.map(
              (one) =>
                cambiadas.includes(idOf(one)) && (
                  <p key={idOf(one)}>Cambió la música de {one.renglon.competidor.nombre}.</p>
                ),
            )}
          </Status>
        </div>
      </section>
      <section className="musica-lista" aria-label="Orden del día">
        <ol>
          {lineas.map((one) => (
            <MusicaFila
              key={idOf(one)}
              linea={one}
              pista={pistas[idOf(one)]}
              isHere={isHere(one)}
              isOnCard={linea !== undefined && idOf(one) === idOf(linea)}
              onToggle={() => toggle(one)}
            />
          ))}
        </ol>
      </section>
    </>
  )
}

/** A press by mouse or finger leaves no focus on its button: afterwards the space bar plays, and does not press that button again. */
function blurPressed({ detail }: MouseEvent): void {
  if (detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur()
}
