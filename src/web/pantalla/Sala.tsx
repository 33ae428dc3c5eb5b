import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import type { Pantalla } from '#contract/views/pantallas.ts'
import { portada } from '#contract/views/portada.ts'
import { paseAt } from '#domain/pantalla.ts'
import { retrasoText } from '#domain/plan.ts'
import { LiveCard } from '../horario/LiveCard.tsx'
import { useJornada } from '../horario/useJornada.ts'
import { useServerClock, useView } from '../live/tab.ts'
import { slidesOf } from '../parts/slides.ts'
import { Fit } from '../ui/Fit.tsx'
import { Encabezado, NombreDelEvento } from './Encabezado.tsx'
import { SalaPremiacion } from './SalaPremiacion.tsx'
import { SalaResultados } from './SalaResultados.tsx'
import './sala.css'

/** The screen of the hall. */
export function Sala({ pantalla: { muestra, premiacion } }: { pantalla: Pantalla }) {
  const { escena, categoria, mensaje = '' } = muestra
  return (
    <main className="sala stage beams">
      <div key={escena} className="sala-escena">
        {escena === 'En pista' && <EnPista />}
        {escena === 'Resultados' && <SalaResultados elegida={categoria} />}
        {escena === 'Premiación' && (premiacion ? <SalaPremiacion premiacion={premiacion} /> : <NombreDelEvento />)}
        {escena === 'Galería' && <Galeria />}
        {escena === 'Mensaje' && <Mensaje texto={mensaje} />}
      </div>
    </main>
  )
}

function Mensaje({ texto }: { texto: string }) {
  if (texto.trim() === '') return <NombreDelEvento />
  return (
    <Fit key={texto} className="sala-titular">
      <h1>{texto}</h1>
    </Fit>
  )
}

/** Now and next, and how the day keeps to its programme. */
function EnPista() {
  const live = useView(horario, {})
  const jornada = useJornada<CategoriaHorarioPart>(live)
  if (!live || !jornada) return null
  const { actual, pausa, fase, retraso } = jornada
  return (
    <>
      <h1 className="sr-only">En pista</h1>
      <Encabezado>
        {retraso !== null && <strong className={retraso > 0 ? 'text-gold' : ''}>{retrasoText(retraso)}</strong>}
      </Encabezado>
      <LiveCard
        key={actual?.renglon.competidor.id ?? pausa?.titulo ?? fase}
        jornada={jornada}
        live={live}
        place="hall"
      />
    </>
  )
}

/** The images of the event. The one before and the next one are there too, for the change. */
function Galeria() {
  const slides = slidesOf(useView(portada, {})?.imagenes)
  const at = paseAt(slides.length, useServerClock('second'))
  const isNear = (index: number): boolean =>
    [0, 1, slides.length - 1].includes((index - at + slides.length) % slides.length)
  return (
    <>
      <h1 className="sr-only">Galería</h1>
      {slides.map(
        ({ src, alt }, index) =>
          isNear(index) && (
            <img key={src} src={src} alt={index === at ? alt : ''} className="sala-imagen" data-on={index === at} />
          ),
      )}
    </>
  )
}
