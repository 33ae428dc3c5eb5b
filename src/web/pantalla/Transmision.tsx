import { tituloOf } from '#domain/categoria.ts'
import { tarjetaOf } from '#domain/tarjeta.ts'
import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import { useJornada } from '../horario/useJornada.ts'
import { useView } from '../live/tab.ts'
import './transmision.css'

/** The overlay of a stream: the entry that competes as a lower third, on a transparent background. Otherwise nothing. */
export function Transmision() {
  const live = useView(horario, {})
  const jornada = useJornada<CategoriaHorarioPart>(live)
  if (!live || !jornada?.actual) return <main className="transmision" />
  const { tag, nombre, detalle, compite } = tarjetaOf(jornada, { dia: live.dia, zona: live.zonaHoraria })
  const { categoria, renglon } = jornada.actual
  return (
    <main className="transmision">
      {compite && (
        <section key={renglon.competidor.id} aria-label="Compitiendo ahora" className="transmision-tercio">
          <p className="num flex-none text-[4vh] text-gold">{tag}</p>
          <div>
            <h1 className="text-[6vh]">{nombre}</h1>
            <p>{detalle}</p>
            <p className="font-bold text-gold">{tituloOf(categoria)}</p>
          </div>
        </section>
      )}
    </main>
  )
}
