import { resultados, type CategoriaResultadosPart } from '#contract/views/calificaciones.ts'
import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import type { MuestraPart } from '#contract/views/pantallas.ts'
import { formatPuntos } from '#domain/calificacion.ts'
import { tituloOf } from '#domain/categoria.ts'
import { conNumero } from '#domain/numero.ts'
import { categoriaDelTurno, paginasOf, paseAt } from '#domain/pantalla.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { useJornada } from '../horario/useJornada.ts'
import { useServerClock, useView } from '../live/tab.ts'
import { Fit } from '../ui/Fit.tsx'
import { Encabezado, NombreDelEvento } from './Encabezado.tsx'

/** The results of a category, as visitors see them. `elegida` undefined: the category of the turn. */
export function SalaResultados({ elegida }: { elegida: MuestraPart['categoria'] }) {
  const vivo = useView(horario, elegida ? undefined : {})
  const jornada = useJornada<CategoriaHorarioPart>(vivo)
  const { id } = elegida ?? (jornada && categoriaDelTurno(jornada)) ?? {}
  const dia = elegida?.dia ?? vivo?.dia
  const seen = useView(resultados, dia && { dia })
  if (!seen) return null
  const categoria = seen.categorias.find((one) => one.id === id)
  if (seen.visible && !categoria) return <NombreDelEvento />
  const { estado = null, calificada = true, retenida } = categoria ?? {}
  const aviso = categoria ? retenida && 'Se anuncia en la premiación.' : 'Calificaciones no disponibles'
  return (
    <>
      <Encabezado>
        {!calificada && <strong>Sin calificar</strong>}
        {estado === 'final' && <strong>Final</strong>}
        {estado === 'provisional' && <strong className="text-gold">Provisional</strong>}
      </Encabezado>
      <h1 className="sala-titulo">{categoria ? tituloOf(categoria) : 'Resultados'}</h1>
      {aviso && (
        <Fit className="sala-titular">
          <p>{aviso}</p>
        </Fit>
      )}
      {categoria && !aviso && <Ranking key={categoria.id} categoria={categoria} />}
    </>
  )
}

type Fila = CategoriaResultadosPart['puestos'][number] & Partial<CategoriaResultadosPart['retirados'][number]>

function Ranking({ categoria: { puestos, retirados } }: { categoria: CategoriaResultadosPart }) {
  const withdrawn = retirados.map((one) => ({ ...one, lugar: null, puntos: null, empate: false }))
  const paginas = paginasOf<Fila>([...puestos, ...withdrawn])
  const at = paseAt(paginas.length, useServerClock('second'))
  const shown = paginas[at]
  if (!shown) return <p className="text-right text-muted">No hay competidores registrados.</p>
  return (
    <>
      <Fit key={at} className="sala-ranking">
        <ol style={{ '--filas': shown.length }}>
          {shown.map((fila) => (
            <Row key={fila.id} fila={fila} />
          ))}
        </ol>
      </Fit>
      {paginas.length > 1 && (
        <p className="text-right text-muted">
          Página {at + 1} de {paginas.length}
        </p>
      )}
    </>
  )
}

function Row({ fila }: { fila: Fila }) {
  const { lugar, puntos, compania, empate, pasaA, retiro, jueces, sinCalificar } = fila
  const state = retiro ? retiroTitle(retiro.estado) : empate && 'Empate'
  return (
    <li data-lugar={lugar}>
      <p className="sala-medalla num">{lugar ?? '–'}</p>
      <p>
        <strong>{conNumero(fila)}</strong> {state && <em className="ml-[0.5em] text-[#d5caff]">{state}</em>}
        <span>
          {compania}
          {pasaA && <b className="text-live"> Pasa a {pasaA}</b>}
        </span>
      </p>
      <p className="sala-puntos num">
        {!sinCalificar && (puntos === null ? '–' : formatPuntos(puntos))}
        {(sinCalificar || jueces) && <span>{sinCalificar ? 'Sin calificar' : jueces}</span>}
      </p>
    </li>
  )
}
